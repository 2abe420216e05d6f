import type { Weights } from '@steelyard/model'
import { isBetter, type ObjectiveValue } from '@steelyard/solver'
import type { JudgedTimes } from './judge.ts'

/** Long enough for a steady state at 90 % CPU. */
export const JUDGED_SECONDS = 3000
/** As many of the best of a short look are looked at long. */
const CLOSE = 4

export interface Judged {
  weights: Weights
  times: JudgedTimes
  value: ObjectiveValue
}

export interface OptimumInput {
  /** Mean times under weights, played for so long. */
  times(weights: readonly Weights[], seconds: number): Promise<JudgedTimes[]>
  value(times: JudgedTimes): ObjectiveValue
  coarseSeconds: number
}

/**
 * The best of all allocations in a judge's eyes. Where playing takes long, all are played for a while and
 * the best of them, under the same random numbers, for `JUDGED_SECONDS`. The least of many noisy figures
 * is a little below the truth, so regret is over- rather than underestimated.
 */
export async function findOptimum(
  { times, value, coarseSeconds }: OptimumInput,
  allocations: readonly Weights[],
): Promise<Judged> {
  const judged = async (weights: readonly Weights[], seconds: number): Promise<Judged[]> => {
    const all = await times(weights, seconds)
    return all.map((each, index) => ({
      weights: weights[index]!,
      times: each,
      value: value(each),
    }))
  }
  const coarse = coarseSeconds < JUDGED_SECONDS ? await judged(allocations, coarseSeconds) : null
  const close = coarse
    ? coarse
        .sort(byValue)
        .slice(0, CLOSE)
        .map(({ weights }) => weights)
    : allocations
  return (await judged(close, JUDGED_SECONDS)).sort(byValue)[0]!
}

function byValue(a: Judged, b: Judged): number {
  if (isBetter(a.value, b.value)) return -1
  return isBetter(b.value, a.value) ? 1 : 0
}
