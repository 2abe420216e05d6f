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

export interface ComparedPart extends TimePart {
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
  const selected = time.seconds.filter((_, i) => isSelected[i])
  const others = time.seconds.filter((_, i) => !isSelected[i])
  if (selected.length < FEWEST || others.length < FEWEST) return null
  const parts = time.parts.map((of, i) => ({ ...of, ...comparePart(selected, others, i) }))
  const meanOf = (side: 'selectedSeconds' | 'otherSeconds') =>
    parts.reduce((sum, each) => sum + each[side], 0)
  return {
    selected: { requests: selected.length, meanSeconds: meanOf('selectedSeconds') },
    others: { requests: others.length, meanSeconds: meanOf('otherSeconds') },
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
  selected: readonly Float64Array[],
  others: readonly Float64Array[],
  part: number,
): Omit<ComparedPart, keyof TimePart> {
  const [a, b] = [momentsOf(selected, part), momentsOf(others, part)]
  const { difference, low, high } = welchInterval(a, b)
  return {
    selectedSeconds: a.mean,
    otherSeconds: b.mean,
    differenceSeconds: difference,
    lowSeconds: low,
    highSeconds: high,
    isOverRepresented: low > 0,
  }
}

function momentsOf(seconds: readonly Float64Array[], part: number): SampleMoments {
  const count = seconds.length
  const mean = seconds.reduce((sum, each) => sum + each[part]!, 0) / count
  const squares = seconds.reduce((sum, each) => sum + (each[part]! - mean) ** 2, 0)
  return { mean, variance: squares / (count - 1), count }
}
