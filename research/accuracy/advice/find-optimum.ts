import type { Weights } from '@steelyard/model'
import { isBetter, type ObjectiveValue } from '@steelyard/solver'
import type { JudgedTimes } from './judge.ts'

/** Simulated seconds, long enough for a steady state at 90 % CPU. */
export const JUDGED_SECONDS = 3000
/** How many of the best allocations of a short simulation get a long one. */
const CLOSE = 4

export interface Judged {
  weights: Weights
  times: JudgedTimes
  value: ObjectiveValue
}

export interface OptimumInput {
  /** Mean times under each of the weights, simulated for `seconds`. */
  times(weights: readonly Weights[], seconds: number): Promise<JudgedTimes[]>
  value(times: JudgedTimes): ObjectiveValue
  coarseSeconds: number
}

/**
 * The best of all allocations according to a judge. Where simulation is slow, all allocations get a
 * short run, and the best of them a run of `JUDGED_SECONDS` with the same random numbers. The
 * minimum of many noisy values is slightly below the truth, so regret is over- rather than
 * underestimated.
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
