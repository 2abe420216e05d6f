import { type SampleMoments, welchInterval } from '@steelyard/model'
import type { LoggedRequest } from '@steelyard/traces'
import { type CrowdedPeriod, crowdedPeriods } from './crowded-periods.ts'
import type { SpentTime, TimePart } from './spent-time.ts'

/** A region of requests; both ends belong to it. */
export interface Selection {
  /** Start of a request, seconds since the start of the trace. */
  startSeconds: { from: number; to: number }
  /** Logged time of a request. */
  responseSeconds: { from: number; to: number }
}

interface ComparedPart extends TimePart {
  selectedSeconds: number
  otherSeconds: number
  differenceSeconds: number
  /** 95 % interval of the difference. */
  lowSeconds: number
  highSeconds: number
  isOverRepresented: boolean
}

export interface RequestComparison {
  selected: { requests: number; meanSeconds: number }
  others: { requests: number; meanSeconds: number }
  /** The largest difference first; the differences sum to that of the means. */
  parts: ComparedPart[]
  periods: CrowdedPeriod[]
}

/** Too few to say what is usual among them. */
const FEWEST = 2

/**
 * What selected requests spent more time on than all others of their guest: the difference of the
 * means of each part, with Welch's interval. Requests near each other share the same waits, so the
 * intervals are somewhat too narrow.
 *
 * @returns null when fewer than two requests are selected, or all but one
 */
export function compareRequests(
  time: SpentTime,
  part: { fromSeconds: number; toSeconds: number },
  selection: Selection,
): RequestComparison | null {
  const isSelected = time.requests.map((request) => isWithin(selection, request))
  const selected = isSelected.filter(Boolean).length
  const others = isSelected.length - selected
  if (selected < FEWEST || others < FEWEST) return null
  const ofSelected = momentsOf(time, (request) => isSelected[request]!, selected)
  const ofOthers = momentsOf(time, (request) => !isSelected[request]!, others)
  const parts = time.parts.map((of, i) => ({ ...of, ...comparePart(ofSelected[i]!, ofOthers[i]!) }))
  const meanOf = (side: 'selectedSeconds' | 'otherSeconds') =>
    parts.reduce((sum, each) => sum + each[side], 0)
  return {
    selected: { requests: selected, meanSeconds: meanOf('selectedSeconds') },
    others: { requests: others, meanSeconds: meanOf('otherSeconds') },
    parts: parts
      .filter(({ selectedSeconds, otherSeconds }) => selectedSeconds > 0 || otherSeconds > 0)
      .sort((a, b) => b.differenceSeconds - a.differenceSeconds),
    periods: crowdedPeriods(time.requests, isSelected, part),
  }
}

function isWithin({ startSeconds, responseSeconds }: Selection, request: LoggedRequest): boolean {
  const response = request.endSeconds - request.startSeconds
  return (
    request.startSeconds >= startSeconds.from &&
    request.startSeconds <= startSeconds.to &&
    response >= responseSeconds.from &&
    response <= responseSeconds.to
  )
}

function comparePart(
  selected: SampleMoments,
  others: SampleMoments,
): Omit<ComparedPart, keyof TimePart> {
  const { difference, low, high } = welchInterval(selected, others)
  return {
    selectedSeconds: selected.mean,
    otherSeconds: others.mean,
    differenceSeconds: difference,
    lowSeconds: low,
    highSeconds: high,
    isOverRepresented: low > 0,
  }
}

/** By part, over those requests of which `isMeant` holds. */
function momentsOf(
  { parts, requests, seconds }: SpentTime,
  isMeant: (request: number) => boolean,
  count: number,
): SampleMoments[] {
  const sumOf = (term: (seconds: number, part: number) => number) => {
    const sums = new Float64Array(parts.length)
    for (let request = 0, at = 0; request < requests.length; request++, at += parts.length) {
      if (!isMeant(request)) continue
      for (let part = 0; part < parts.length; part++) sums[part]! += term(seconds[at + part]!, part)
    }
    return sums
  }
  const means = sumOf((its) => its).map((sum) => sum / count)
  const squares = sumOf((its, part) => (its - means[part]!) ** 2)
  return parts.map((_, i) => ({ mean: means[i]!, variance: squares[i]! / (count - 1), count }))
}
