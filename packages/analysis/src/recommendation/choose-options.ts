import type { Sight } from '../prediction/predictors.ts'
import type { AnalysisSettings, WeightObjective } from '../settings.ts'
import type { ChooseOptions } from './choose-weights.ts'
import type { RecommendInput } from './recommend.ts'
import { startsOf } from './starts-of.ts'

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
export function sightFor(
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
