import { DOMAIN0_NAME, type HostLoad, share, type Weights } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'
import type { AnalysisSettings, DomainTarget, WeightObjective } from '../settings.ts'
import { alikeDomains } from './alike-domains.ts'
import type { SoftTarget } from './soft-targets.ts'

export interface ProblemInput {
  load: HostLoad
  /** Length of the range over which the load was measured. */
  seconds: number
  weights: Weights
  /** Those that a verdict is about. */
  targets: readonly DomainTarget[]
  softTargets: readonly SoftTarget[]
  settings: AnalysisSettings
  /** Domains that keep their share at least, as `scarcelyMeasured` finds them. */
  scarce: readonly string[]
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
  return NEED_TARGETS.has(settings.objective) && !wantsTargets
    ? 'mean-slowdown'
    : settings.objective
}

/** Without a target there is no violator, and nothing to meet. */
const NEED_TARGETS: ReadonlySet<AnalysisSettings['objective']> = new Set([
  'meet-targets',
  'raise-violators',
  'smallest-change',
] as const)

/** The solver's problem, except for the factors, which each model adds. */
export function weightProblemOf(input: ProblemInput, objective: WeightObjective): WeightProblem {
  const { load, weights, targets, settings, aloneSeconds } = input
  const names = load.domains.map((domain) => domain.name)
  const soft = input.softTargets.filter(({ domain }) => names.includes(domain))
  const known = [...names, DOMAIN0_NAME]
  const promised = targetsIn(targets, load)
  const softTargets = Object.fromEntries(soft.map(({ domain, seconds }) => [domain, seconds]))
  return {
    load,
    currentWeights: Object.fromEntries(known.map((name) => [name, weights[name]!])),
    otherWeight: Object.entries(weights)
      .filter(([name]) => !known.includes(name))
      .reduce((sum, [, weight]) => sum + weight, 0),
    stepShare: settings.stepShare,
    normalisation: settings.normalisation,
    // Rules that are no minima are scored by the targets that they concern.
    objective:
      objective === 'raise-violators' || objective === 'smallest-change'
        ? 'meet-targets'
        : objective,
    mode: modeOf(objective, { ...softTargets, ...promised }),
    bounds: { ...keptAtLeast(input), ...boundsOf(settings, names) },
    excluded: settings.excluded.filter((name) => names.includes(name)),
    targets: promised,
    softTargets,
    targetMargin: settings.targetMargin,
    aloneSeconds: { ...aloneSeconds },
    alike: alikeDomains(input),
    integerMapping: settings.integerMapping,
  }
}

function modeOf(objective: WeightObjective, targets: object): WeightProblem['mode'] {
  if (objective === 'raise-violators') return 'raise-violator-only'
  if (objective === 'smallest-change') return 'smallest-change'
  return Object.keys(targets).length === 0 ? 'free' : 'keep-targets'
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

/** The nearest step or, where that leaves the others too little, the next one below. */
function keptAtLeast({
  load,
  weights,
  settings: { stepShare, normalisation },
  scarce,
}: ProblemInput) {
  const names = load.domains.map(({ name }) => name)
  const { domains: shares, domain0 } = share(weights, names, normalisation)
  const steps = (1 - (normalisation === 'guests' ? 0 : domain0)) / stepShare
  for (const round of [Math.round, Math.floor]) {
    const least = scarce.map((name) => [name, round(shares[name]! / stepShare)] as const)
    const taken = least.reduce((sum, [, each]) => sum + Math.max(1, each), 0)
    if (taken + names.length - scarce.length > steps) continue
    return Object.fromEntries(least.map(([name, each]) => [name, { minShare: each * stepShare }]))
  }
  return {}
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
