import { valueFor } from '@steelyard/model'
import type { LeverLabOptions } from '@steelyard/simulator'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { type AnalysedHost, advisedWeights } from '../prediction/analysed-host.ts'

/** A domain that meets its target keeps a quarter more than it uses. */
const CAP_HEADROOM = 1.25

/** The levers to try on an analysed host, and the domains they apply to. */
export function leverOptions(host: AnalysedHost): LeverLabOptions {
  const { known, domains } = host
  const violating = domains.flatMap(({ name, missesTarget }) => (missesTarget ? [name] : []))
  return {
    violating,
    withTarget: domains.flatMap(({ name, hasTarget }) => (hasTarget ? [name] : [])),
    recommendedWeights: advisedWeights(host),
    caps: violating.length > 0 ? capsOf(known, violating) : {},
  }
}

/** Caps for all domains without violations, where the cap is lower than their current limit. */
export function capsOf(
  { load, scheduling: { vCpus } }: Pick<AnalysisLoad, 'load' | 'scheduling'>,
  violating: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    load.domains.flatMap(
      ({ name, arrivalRatePerSecond, serviceTimeSeconds, capPercent: now = 0 }) => {
        const used = arrivalRatePerSecond * serviceTimeSeconds
        const cap = Math.ceil(100 * CAP_HEADROOM * used)
        const most = now > 0 ? now : 100 * (valueFor(vCpus, name) ?? 1)
        return violating.includes(name) || cap < 1 || cap >= most ? [] : [[name, cap]]
      },
    ),
  )
}
