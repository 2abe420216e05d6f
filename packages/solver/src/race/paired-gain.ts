import { mean, meanInterval, valueFor } from '@steelyard/model'
import type { JudgedAllocation } from '../problem/judge-allocation.ts'
import { decidingPart, isBetter, objectiveValue } from '../problem/objective-value.ts'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

/**
 * An allocation with its times under the seed of each stage, evaluated by their means over the
 * stages.
 */
export interface RaceContender extends JudgedAllocation {
  stages: readonly Times[]
}

/**
 * A gain relative to the worse of two: mean over the stages, with the half-width of its confidence
 * interval.
 */
export interface Gain {
  mean: number
  /** Infinity after a single stage. */
  halfWidth: number
}

/**
 * The gain of one contender over another, from paired differences by stage. Both served the same
 * requests there (common random numbers), so effects of the stage on both cancel, and Student's t
 * bounds the mean of the rest. Negative for a loss.
 *
 * The difference is of the value that `isBetter` compares, which is linear in the times: where one
 * misses a target, the ratio to the target of its worst domain over all stages, against that of the
 * other or, if the other keeps all, against 1 at least; likewise for soft targets where the others
 * are kept alike; otherwise the cost, for `meet-targets` that ratio again. Both need finite times.
 */
export function pairedGain(
  problem: WeightProblem,
  one: RaceContender,
  other: RaceContender,
  confidence: number,
): Gain {
  if (isBetter(other, one)) {
    const { mean, halfWidth } = pairedGain(problem, other, one, confidence)
    return { mean: -mean, halfWidth }
  }
  const part = decidingPart(one, other)
  const target =
    part !== 'cost' ? targetOf[part] : isOfTargets(problem, one) ? 'targetSeconds' : null
  const floor = one[part] > 0 ? 0 : 1
  const levels = other.stages.map((times, stage) =>
    target === null
      ? { worse: costOf(problem, times), better: costOf(problem, one.stages[stage]!) }
      : {
          worse: ratioOf(problem, other, times, target),
          better: Math.max(floor, ratioOf(problem, one, one.stages[stage]!, target)),
        },
  )
  const level = mean(levels.map(({ worse }) => worse))
  const gains = levels.map(({ worse, better }) => (worse - better) / level)
  const { mean: gain, halfWidth } = meanInterval(gains, confidence)
  return { mean: gain, halfWidth: halfWidth ?? Number.POSITIVE_INFINITY }
}

function costOf(problem: WeightProblem, times: Times): number {
  return objectiveValue(problem.objective, problem, times).cost
}

/** Whether the cost is the worst ratio to a target. */
function isOfTargets({ objective }: WeightProblem, { predicted }: RaceContender): boolean {
  return (
    objective === 'meet-targets' && predicted.some(({ targetSeconds }) => targetSeconds !== null)
  )
}

/** The targets that each excess is about. */
const targetOf = { excess: 'targetSeconds', softExcess: 'softTargetSeconds' } as const

/** Ratio to the target of the domain that is worst by the means over all stages. */
function ratioOf(
  { factors = {} }: WeightProblem,
  { predicted }: RaceContender,
  times: Times,
  target: (typeof targetOf)[keyof typeof targetOf],
): number {
  const ratio = (each: (typeof predicted)[number]) =>
    each[target] === null ? 0 : (each.predictedSeconds ?? 0) / each[target]
  const worst = predicted.reduce((one, other) => (ratio(other) > ratio(one) ? other : one))
  return ((valueFor(factors, worst.name) ?? 1) * (times.get(worst.name) ?? 0)) / worst[target]!
}

/** Means by domain; null where a stage has no finite time. */
export function meanTimes(stages: readonly Times[]): Times {
  const names = [...(stages[0]?.keys() ?? [])]
  return new Map(
    names.map((name) => {
      const seconds = stages.map((times) => times.get(name) ?? null)
      return [name, seconds.includes(null) ? null : mean(seconds as number[])]
    }),
  )
}
