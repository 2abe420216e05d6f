import type { AnalysisOptions, SlaTarget } from '@steelyard/contract'
import type { DomainPeak, HostLoad, Normalisation } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'

export interface ProblemInput {
  load: HostLoad
  /** In force at the end of the recording, Domain-0 included. */
  weights: Record<string, number>
  peaks: readonly DomainPeak[]
  targets: readonly SlaTarget[]
  options: AnalysisOptions
}

export function normalisationOf(options: AnalysisOptions): Normalisation {
  return options.normalisation === 'guests' ? 'guests' : 'with-domain0'
}

export function weightProblemOf({
  load,
  weights,
  peaks,
  targets,
  options,
}: ProblemInput): WeightProblem {
  const names = load.domains.map((domain) => domain.name)
  const promised = targets.flatMap(({ domain, responseTimeMs }) =>
    responseTimeMs !== null && names.includes(domain) ? [[domain, responseTimeMs / 1000]] : [],
  )
  const anchors = peaks.flatMap(({ name, peakResponseTimeSeconds: peak }) =>
    peak !== null && names.includes(name) ? [[name, peak]] : [],
  )
  return {
    load,
    currentWeights: Object.fromEntries(
      [...names, 'Domain-0'].map((name) => [name, weights[name]!]),
    ),
    stepShare: options.stepShare,
    normalisation: normalisationOf(options),
    // Without a promise there is no constraint and no violator: what is left is the total delay.
    mode: promised.length === 0 ? 'minimise-total-delay' : options.mode,
    bounds: boundsOf(options, names),
    excluded: options.excluded.filter((name) => names.includes(name)),
    targets: Object.fromEntries(promised),
    ...(options.anchored ? { anchors: Object.fromEntries(anchors) } : {}),
    integerMapping: options.integerMapping,
  }
}

function boundsOf(options: AnalysisOptions, names: readonly string[]): WeightProblem['bounds'] {
  return Object.fromEntries(
    options.bounds
      .filter(({ domain }) => names.includes(domain))
      .map(({ domain, minShare, maxShare }) => [
        domain,
        {
          ...(minShare === null ? {} : { minShare }),
          ...(maxShare === null ? {} : { maxShare }),
        },
      ]),
  )
}
