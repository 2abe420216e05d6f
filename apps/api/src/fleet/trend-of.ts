import type { FleetHost } from '@steelyard/contract'
import { DAY_MS } from '../milliseconds.ts'
import type { FleetAnalysis } from './fleet-analyses.ts'

const SEVEN_DAYS_MS = 7 * DAY_MS

/**
 * How close a host came to its targets in the seven days that its newest recording ends, oldest
 * first. Of analyses of the same recording the newest counts.
 * @param analyses those of one host, newest first
 */
export function trendOf(
  analyses: Pick<FleetAnalysis, 'recordedAt' | 'domains'>[],
): FleetHost['trend'] {
  const times = analyses.flatMap(({ recordedAt }) => (recordedAt ? [Date.parse(recordedAt)] : []))
  const newest = Math.max(...times)
  const points = new Map<string, number>()
  for (const { recordedAt: at, domains } of analyses) {
    const ratio = worstRatio(domains)
    if (at === null || ratio === null || points.has(at) || newest - Date.parse(at) > SEVEN_DAYS_MS)
      continue
    points.set(at, ratio)
  }
  return [...points]
    .map(([at, ratio]) => ({ at, worstRatio: ratio }))
    .sort((left, right) => left.at.localeCompare(right.at))
}

/** Null when no domain has both a measurement and a target. */
function worstRatio(domains: FleetAnalysis['domains']): number | null {
  const ratios = domains.flatMap(({ observedMs, targetMs }) =>
    observedMs !== null && targetMs ? [observedMs / targetMs] : [],
  )
  return ratios.length > 0 ? Math.max(...ratios) : null
}
