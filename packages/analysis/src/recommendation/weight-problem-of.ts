import { DOMAIN0_NAME, type HostLoad, type Weights } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'
import type { AnalysisSettings, DomainTarget, WeightObjective } from '../settings.ts'
import { alikeDomains } from './alike-domains.ts'

export interface ProblemInput {
  load: HostLoad
  /** Length of the range over which the load was measured. */
  seconds: number
  weights: Weights
  targets: readonly DomainTarget[]
  settings: AnalysisSettings
  /** Response time of a request on an otherwise idle host, seconds by domain. */
  aloneSeconds: Readonly<Record<string, number>>
}

/**
 * The requested objective. Without targets, `auto` and the objectives that need targets become
 * `mean-slowdown`.
 */
export function objectiveOf({ settings, targets, load }: ProblemInput): WeightObjective {
  const promised = targetsIn(targets, load)
  const wantsTargets = Object.keys(promised).length > 0
  if (settings.objective === 'auto') return wantsTargets ? 'meet-targets' : 'mean-slowdown'
  // Without a target there is no violator, and nothing to meet.
  const needsTargets =
    settings.objective === 'meet-targets' || settings.objective === 'raise-violators'
  return needsTargets && !wantsTargets ? 'mean-slowdown' : settings.objective
}

/** The solver's problem, except for the factors, which each model adds. */
export function weightProblemOf(input: ProblemInput, objective: WeightObjective): WeightProblem {
  const { load, seconds, weights, targets, settings, aloneSeconds } = input
  const names = load.domains.map((domain) => domain.name)
  const known = [...names, DOMAIN0_NAME]
  const promised = targetsIn(targets, load)
  return {
    load,
    currentWeights: Object.fromEntries(known.map((name) => [name, weights[name]!])),
    otherWeight: Object.entries(weights)
      .filter(([name]) => !known.includes(name))
      .reduce((sum, [, weight]) => sum + weight, 0),
    stepShare: settings.stepShare,
    normalisation: settings.normalisation,
    // The paper's rule concerns its own targets and formula; it is scored in the same way.
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

/** Response-time targets, in seconds by domain. */
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
