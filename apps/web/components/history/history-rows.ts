import type { HistoryRecording, HostHistory, RecordedDomain } from '@steelyard/contract'
import { groupBy } from '../../lib/group-by.ts'
import { changesLabel } from '../../lib/short-name.ts'
import type { Span } from '../../lib/span.ts'

/** One domain in one recording, as the chart and its table show it. */
export interface HistoryRow extends RecordedDomain {
  recording: HistoryRecording
  /** The middle of the recording, in epoch milliseconds. */
  at: number
}

/** A vertical line of the chart. */
export interface HistoryMark {
  at: number
  label: string
  /** A change that Steelyard made or that a recording showed, or what somebody wrote. */
  look: 'applied' | 'seen' | 'written'
}

/** The domains of the recordings in the range, those with a target first. */
export function domainsOf(history: HostHistory): string[] {
  const all = history.recordings.flatMap(({ domains }) => domains)
  const withTarget = all.filter(({ targetMs }) => targetMs !== null)
  return [...new Set([...withTarget, ...all].map(({ domain }) => domain))]
}

export function rowsOf(history: HostHistory, domain: string, range: Span): HistoryRow[] {
  return history.recordings
    .filter(({ recordedFrom }) => isIn(range, recordedFrom))
    .flatMap((recording) => {
      const own = recording.domains.find((each) => each.domain === domain)
      if (!own) return []
      const [from, to] = [recording.recordedFrom, recording.recordedTo].map((at) => Date.parse(at))
      return [{ ...own, recording, at: (from! + to!) / 2 }]
    })
}

/** Changes at one instant share a mark. */
export function marksOf({ weightChanges, annotations }: HostHistory, range: Span): HistoryMark[] {
  const shown = weightChanges.filter(({ at }) => isIn(range, at))
  const changed = [...groupBy(shown, ({ at }) => at)].map(([at, changes]) => ({
    at: Date.parse(at),
    label: changesLabel(
      changes.toSorted((a, b) => a.domain.localeCompare(b.domain, undefined, { numeric: true })),
    ),
    look: changes.some(({ source }) => source === 'application')
      ? ('applied' as const)
      : ('seen' as const),
  }))
  const written = annotations
    .filter(({ at }) => isIn(range, at))
    .map(({ at, text }) => ({ at: Date.parse(at), label: cut(text), look: 'written' as const }))
  return [...changed, ...written].toSorted((a, b) => a.at - b.at)
}

/** So much of a text fits beside a line of the chart; the table below has all of it. */
const LONGEST_LABEL = 28

function cut(text: string): string {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text
}

/** Whether a moment is in a range. */
export function isIn({ from, to }: Span, timestamp: string): boolean {
  const at = Date.parse(timestamp)
  return at >= from && at < to
}

/** The span of an axis with some room at both ends, so that a single recording has a place too. */
export function spanOf(instants: readonly number[]): { from: number; to: number } {
  const [first, last] = [Math.min(...instants), Math.max(...instants)]
  const room = Math.max((last - first) * 0.06, 60_000)
  return { from: first - room, to: last + room }
}
