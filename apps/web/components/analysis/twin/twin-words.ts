import type { Twin } from '@steelyard/contract'
import { formatCounted, formatDuration, formatRoughPercent } from '@steelyard/contract/format'
import { asMeasured } from '@steelyard/contract/plain'

type TwinDomain = Twin['domains'][number]

/** The twin's largest errors in the mean and in the 95th percentile. */
export function worstErrors(domains: readonly TwinDomain[]): {
  mean: number | null
  p95: number | null
} {
  return {
    mean: worst(domains.map((each) => errorOf(asMeasured(each).mean?.ms, each.measuredMeanMs))),
    p95: worst(domains.map((each) => errorOf(asMeasured(each).p95?.ms, each.measuredP95Ms))),
  }
}

function errorOf(ms: number | undefined, measuredMs: number | null): number | null {
  return ms === undefined || !measuredMs ? null : Math.abs(ms - measuredMs) / measuredMs
}

function worst(errors: readonly (number | null)[]): number | null {
  const known = errors.filter((error) => error !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/** Summarises the twin's findings for readers who do not open its card. */
export function twinGist(twin: Twin): string {
  if (twin.state === 'left-out') return `Left out: ${twin.reason ?? 'no reason was recorded.'}`
  const { mean, p95 } = worstErrors(twin.domains)
  if (mean === null) return `${twinSetup(twin)} Nothing was measured to compare it with.`
  const tail = p95 === null ? '' : `, its 95th percentile within ${formatRoughPercent(p95)}`
  return `${twinSetup(twin)} Its mean is within ${formatRoughPercent(mean)} of what was measured for every guest${tail}.`
}

function twinSetup(twin: Twin): string {
  return `The ${twin.scheduler} scheduler of Xen ${twin.xenVersion}, simulated with ${twin.arrivals} arrivals: ${formatCounted(twin.replications, 'replication')} of ${formatDuration(twin.simulatedSeconds)}.`
}
