import { ONE_IN, valueFor, type Weights } from '@steelyard/model'
import type { Sight } from '../prediction/predictors.ts'
import type { AnalysisSettings, WeightObjective } from '../settings.ts'
import { sandpiperAction } from '../verdict/sandpiper-action.ts'
import type { ChooseOptions } from './choose-weights.ts'
import type { RecommendInput } from './recommend.ts'

/** A 95th percentile of exponential times is this many means. */
const PERCENTILE_OVER_MEAN = Math.log(ONE_IN.p95)

/** An idle domain keeps a little: snapping to the grid gives it one step at least. */
const LEAST_USAGE = 0.001

export function chooseOptions(
  input: RecommendInput,
  objective: WeightObjective,
  signal?: AbortSignal,
): ChooseOptions {
  const { predictors, measured, settings, twin, guide } = input
  return {
    predictors,
    measured,
    anchored: settings.anchored,
    sight: sightFor(objective, settings),
    targetStatistic: settings.targetStatistic,
    twin,
    guide,
    starts: startsOf(input),
    timeLimitSeconds: settings.timeLimitSeconds,
    ...(signal ? { signal } : {}),
  }
}

/**
 * Targets refer to a statistic of what is measured, and that is what `meet-targets` and
 * `smallest-change` compare with them. The published rule knows means alone: for it targets of a percentile are scaled to means
 * of the side that measured (`problemFor`). The other objectives concern what clients see.
 */
function sightFor(
  objective: WeightObjective,
  { targetStatistic }: Pick<AnalysisSettings, 'targetStatistic'>,
): Sight {
  switch (objective) {
    case 'meet-targets':
    case 'smallest-change':
      return targetStatistic
    case 'raise-violators':
      return 'mean'
    default:
      return 'client'
  }
}

/**
 * Weights that a search should try whatever a formula makes of them: equal ones, one weight for each
 * unit of CPU that a domain uses, more of it the tighter its target, and SandPiper's. Each sums to
 * what the guests have now, as the solver's own do.
 */
function startsOf({
  load,
  weights,
  targets,
  settings,
}: Pick<RecommendInput, 'load' | 'weights' | 'targets' | 'settings'>): Weights[] {
  const { domains } = load
  const usage = domains.map(({ arrivalRatePerSecond, serviceTimeSeconds }) =>
    Math.max(arrivalRatePerSecond * serviceTimeSeconds, LEAST_USAGE),
  )
  const used = usage.reduce((sum, each) => sum + each, 0)
  const tightness = domains.map(({ name, serviceTimeSeconds }) => {
    const target = targets.find(({ domain }) => domain === name)?.responseTimeSeconds ?? null
    return target === null ? 0 : (PERCENTILE_OVER_MEAN * serviceTimeSeconds) / target
  })
  const tight = tightness.reduce((sum, each) => sum + each, 0)
  const room = Math.max(0, load.pCpus - used)
  const sandpiper = sandpiperAction(
    domains.map(({ name, arrivalRatePerSecond }) => ({
      domain: name,
      busyArrivalRatePerSecond: arrivalRatePerSecond,
    })),
    targets,
    load,
    weights,
    { serviceTimeSource: settings.sandpiperServiceTime },
  )
  const inForce = domains.map(({ name }) => valueFor(weights, name)!)
  const parts = [
    domains.map(() => 1),
    usage,
    ...(tight > 0 ? [usage.map((each, i) => each + (room * tightness[i]!) / tight)] : []),
    inForce.map((weight, i) => weight * (sandpiper.domains[i]!.weightFactor ?? 1)),
  ]
  const sum = inForce.reduce((total, weight) => total + weight, 0)
  return parts.map((each) => {
    const total = each.reduce((all, part) => all + part, 0)
    const shared = domains.map(({ name }, i) => [name, (sum * each[i]!) / total] as const)
    return { ...weights, ...Object.fromEntries(shared) }
  })
}
