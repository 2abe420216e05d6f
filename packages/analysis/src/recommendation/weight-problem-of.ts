import type { HostLoad, Weights } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'
import type { AnalysisSettings, DomainTarget, WeightObjective } from '../settings.ts'
import { alikeDomains } from './alike-domains.ts'

export interface ProblemInput {
  load: HostLoad
  /** How long the range was in which the load was seen. */
  seconds: number
  weights: Weights
  targets: readonly DomainTarget[]
  settings: AnalysisSettings
  /** What a request takes with the host to itself, seconds by domain. */
  aloneSeconds: Readonly<Record<string, number>>
}

/** What is asked for; where that is left to us, targets if there are any, else fairness. */
export function objectiveOf({ settings, targets, load }: ProblemInput): WeightObjective {
  const promised = targetsIn(targets, load)
  const wantsTargets = Object.keys(promised).length > 0
  if (settings.objective === 'auto') return wantsTargets ? 'meet-targets' : 'mean-slowdown'
  // Without a promise there is no violator, and no target to meet.
  const needsTargets =
    settings.objective === 'meet-targets' || settings.objective === 'raise-violators'
  return needsTargets && !wantsTargets ? 'mean-slowdown' : settings.objective
}

/** The question for the solver, but for the factors, which are each model's own. */
export function weightProblemOf(input: ProblemInput, objective: WeightObjective): WeightProblem {
  const { load, seconds, weights, targets, settings, aloneSeconds } = input
  const names = load.domains.map((domain) => domain.name)
  const promised = targetsIn(targets, load)
  return {
    load,
    currentWeights: Object.fromEntries(
      [...names, 'Domain-0'].map((name) => [name, weights[name]!]),
    ),
    stepShare: settings.stepShare,
    normalisation: settings.normalisation,
    // The paper's rule is about its own targets and formula; what it is scored by is the same.
    objective: objective === 'raise-violators' ? 'meet-targets' : objective,
    mode: modeOf(objective, promised),
    bounds: boundsOf(settings, names),
    excluded: settings.excluded.filter((name) => names.includes(name)),
    targets: promised,
    aloneSeconds: { ...aloneSeconds },
    alike: alikeDomains(load, seconds, targets, settings),
    integerMapping: settings.integerMapping,
  }
}

function modeOf(objective: WeightObjective, promised: object): WeightProblem['mode'] {
  if (objective === 'raise-violators') return 'raise-violator-only'
  return Object.keys(promised).length === 0 ? 'free' : 'keep-targets'
}

/** Of response times, in seconds by domain. */
function targetsIn(targets: readonly DomainTarget[], load: HostLoad): Record<string, number> {
  const names = new Set(load.domains.map(({ name }) => name))
  return Object.fromEntries(
    targets.flatMap(({ domain, responseTimeSeconds }) =>
      responseTimeSeconds !== null && names.has(domain) ? [[domain, responseTimeSeconds]] : [],
    ),
  )
}

function boundsOf(settings: AnalysisSettings, names: readonly string[]): WeightProblem['bounds'] {
  return Object.fromEntries(
    settings.bounds
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
