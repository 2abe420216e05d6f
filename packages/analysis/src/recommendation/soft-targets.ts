import { type HostLoad, valueFor } from '@steelyard/model'
import { type PredictorBasis, predictionOf } from '../prediction/predictor-basis.ts'
import type { MeasuredByDomain } from '../prediction/predictors.ts'
import type { AnalysisSettings, DomainTarget, StatedTarget } from '../settings.ts'

/** How long a domain may take for the sake of others' targets; none of those is missed for it. */
export interface SoftTarget {
  domain: string
  seconds: number
  /** `default`: a multiple of its present time, because nobody stated any target. */
  origin: 'asked' | 'default'
}

/** Soft response times apart from the targets that a verdict is about. */
export function partTargets(all: readonly StatedTarget[]): {
  targets: DomainTarget[]
  softTargets: SoftTarget[]
} {
  return {
    targets: all.map(({ isSoft, ...each }) =>
      isSoft ? { ...each, responseTimeSeconds: null } : each,
    ),
    softTargets: all.flatMap(({ domain, isSoft, responseTimeSeconds: seconds }) =>
      isSoft && seconds !== null ? [{ domain, seconds, origin: 'asked' }] : [],
    ),
  }
}

/**
 * The soft targets asked for and, where a response time has a target, those of the domains without
 * any: a multiple of the time that was measured or, failing that, is predicted at the weights in
 * force.
 */
export function withDefaults(
  asked: readonly SoftTarget[],
  {
    load,
    targets,
    measured,
    basis,
    settings: { softTargetMultiple, targetStatistic },
  }: {
    load: HostLoad
    targets: readonly DomainTarget[]
    measured: MeasuredByDomain
    basis: PredictorBasis
    settings: Pick<AnalysisSettings, 'softTargetMultiple' | 'targetStatistic'>
  },
): SoftTarget[] {
  const promised = targets.filter(({ responseTimeSeconds }) => responseTimeSeconds !== null)
  if (softTargetMultiple === null || promised.length === 0) return [...asked]
  const named = new Set([...promised, ...asked].map(({ domain }) => domain))
  const present = (name: string) =>
    measured.get(name)?.[targetStatistic] ??
    predictionOf(basis, name, valueFor(basis.now, name), 'diagnosis')?.seconds
  const defaults = load.domains.flatMap(({ name, arrivalRatePerSecond }): SoftTarget[] => {
    const seconds = named.has(name) || arrivalRatePerSecond === 0 ? null : present(name)
    return seconds
      ? [{ domain: name, seconds: softTargetMultiple * seconds, origin: 'default' }]
      : []
  })
  return [...asked, ...defaults]
}
