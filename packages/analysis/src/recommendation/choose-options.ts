import type { AnalysisSettings, WeightObjective } from '../settings.ts'
import type { ChooseOptions } from './choose-weights.ts'
import type { Sight } from './predictors.ts'
import type { RecommendInput } from './recommend.ts'
import { startsOf } from './starts-of.ts'

export function chooseOptions(
  input: RecommendInput,
  objective: WeightObjective,
  signal?: AbortSignal,
): ChooseOptions {
  const { predictors, measured, settings, twin } = input
  return {
    predictors,
    measured,
    anchored: settings.anchored,
    sight: sightFor(objective, settings),
    targetStatistic: settings.targetStatistic,
    twin,
    starts: startsOf(input),
    timeLimitSeconds: settings.timeLimitSeconds,
    ...(signal ? { signal } : {}),
  }
}

/**
 * Targets refer to a statistic of what is measured; the other objectives concern what clients see.
 */
export function sightFor(
  objective: WeightObjective,
  { targetStatistic }: Pick<AnalysisSettings, 'targetStatistic'>,
): Sight {
  const forTargets = objective === 'meet-targets' || objective === 'raise-violators'
  return forTargets ? targetStatistic : 'client'
}
