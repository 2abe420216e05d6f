import { findFormat } from './formats.ts'
import type { CpuStats, Observation, RequestStats } from './observation.ts'
import { CpuCell } from './observations/cpu-cell.ts'
import { regroupParts } from './observations/regroup-parts.ts'
import { RequestCell } from './observations/request-cell.ts'
import { PartSums, partsOf } from './observations/window-parts.ts'

export type LongerWindow = Pick<Observation, 'windowStartEpochSeconds' | 'windowSeconds'>

/** What one of the windows says, and where it begins in the longer one. */
interface Placed<Stats> {
  stats: Stats
  offsetSeconds: number
  windowSeconds: number
}

/**
 * Joins observations of one domain in windows that do not overlap, in any order, into that of a
 * longer window: what an `ObservationBuilder` with windows of that length would have given. Merging
 * in steps gives the same. A window that is missing, or in which nothing was observed, is a gap.
 *
 * What the shorter windows cannot tell stays unknown: a part of the longer window that is not known
 * as a whole, an amount that one of them lacks, and gaps between arrivals that were too long for
 * the shorter windows. CPU times of several tools add up under the name of the least exact one, and
 * the schedule is left out then.
 *
 * @throws RangeError for windows of several domains, that lie outside the longer one, overlap, or
 *   whose parts do not fit into its parts; for observations stored without sketches
 */
export function mergeObservations(
  parts: readonly Observation[],
  { windowStartEpochSeconds, windowSeconds }: LongerWindow,
): Observation {
  const sorted = [...parts].sort((a, b) => a.windowStartEpochSeconds - b.windowStartEpochSeconds)
  requireFit(sorted, { windowStartEpochSeconds, windowSeconds })
  const placed = <Stats>(of: (part: Observation) => Stats | null): Placed<Stats>[] =>
    sorted.flatMap((part) => {
      const stats = of(part)
      const offsetSeconds = part.windowStartEpochSeconds - windowStartEpochSeconds
      return stats ? { stats, offsetSeconds, windowSeconds: part.windowSeconds } : []
    })
  return {
    domain: sorted[0]!.domain,
    windowStartEpochSeconds,
    windowSeconds,
    requests: mergeRequests(
      placed(({ requests }) => requests),
      windowSeconds,
    ),
    clientRequests: mergeRequests(
      placed(({ clientRequests }) => clientRequests),
      windowSeconds,
    ),
    cpu: mergeCpu(
      placed(({ cpu }) => cpu),
      windowSeconds,
    ),
  }
}

/** Start times since the epoch are rounded to less than this. */
const ROUNDING_SECONDS = 1e-6

function requireFit(sorted: readonly Observation[], into: LongerWindow): void {
  if (new Set(sorted.map(({ domain }) => domain)).size !== 1)
    throw new RangeError('Only observations of one domain can be merged.')
  let end = into.windowStartEpochSeconds
  for (const { windowStartEpochSeconds, windowSeconds } of sorted) {
    if (windowStartEpochSeconds < end - ROUNDING_SECONDS)
      throw new RangeError('Windows that are merged must not overlap or begin too early.')
    end = windowStartEpochSeconds + windowSeconds
  }
  if (end > into.windowStartEpochSeconds + into.windowSeconds + ROUNDING_SECONDS)
    throw new RangeError('Windows that are merged must lie in the longer window.')
}

function mergeRequests(
  placed: readonly Placed<RequestStats>[],
  windowSeconds: number,
): RequestStats | null {
  if (placed.length === 0) return null
  const parts = placed.map(({ stats, ...at }) => ({ ...at, amounts: stats.arrivalsByPart }))
  const { sums, isCovered } = regroupParts(parts, windowSeconds)
  const cell = new RequestCell(sums)
  for (const { stats } of placed) cell.merge(RequestCell.of(stats, noParts(windowSeconds)))
  const all = placed.map(({ stats }) => stats)
  const knowsEnds = all.every(({ completions }) => completions)
  const merged = cell.toStats(coveredSeconds(all), knowsEnds, isCovered)
  const knowsBytes = all.every(({ arrivals, meanBytes }) => arrivals === 0 || meanBytes !== null)
  return knowsBytes ? merged : { ...merged, meanBytes: null }
}

function mergeCpu(placed: readonly Placed<CpuStats>[], windowSeconds: number): CpuStats | null {
  if (placed.length === 0) return null
  const parts = placed.map(({ stats, ...at }) => ({ ...at, amounts: stats.usedByPart }))
  const { sums, isCovered } = regroupParts(parts, windowSeconds)
  const sources = [...new Set(placed.map(({ stats }) => stats.source))].sort(byRank)
  const cell = new CpuCell(sums)
  for (const { stats } of placed) {
    const { schedule, ...sum } = stats
    const kept = schedule && sources.length === 1 ? { ...sum, schedule } : sum
    cell.merge(CpuCell.of(kept, noParts(windowSeconds)))
  }
  const all = placed.map(({ stats }) => stats)
  const leastExact = { id: sources.at(-1)!, measuresWaiting: false }
  return cell.toStats(leastExact, coveredSeconds(all), new Set(), isCovered)
}

/** The parts of the windows are joined apart from all else. */
function noParts(windowSeconds: number): PartSums {
  return new PartSums(partsOf(windowSeconds))
}

function coveredSeconds(all: readonly { coveredSeconds: number }[]): number {
  return all.reduce((sum, stats) => sum + stats.coveredSeconds, 0)
}

/** Sorts the kinds of formats by the accuracy of their meters, most exact first. */
function byRank(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : 1)
}

function rankOf(kind: string): number {
  const format = findFormat(kind)
  return format?.observes === 'cpu' ? format.meter.rank : Number.MAX_SAFE_INTEGER
}
