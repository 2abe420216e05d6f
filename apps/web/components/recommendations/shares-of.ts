import type { HostRecommendation } from '@steelyard/contract'

type Change = HostRecommendation['changes'][number]

/** Each change with the shares of the guests' weights that it stands for. */
export function sharesOf(
  changes: readonly Change[],
): (Change & { shareBefore: number; shareAfter: number })[] {
  const sum = (weight: 'weightBefore' | 'weightAfter') =>
    changes.reduce((total, change) => total + change[weight], 0)
  const [before, after] = [sum('weightBefore'), sum('weightAfter')]
  return changes.map((change) => ({
    ...change,
    shareBefore: change.weightBefore / before,
    shareAfter: change.weightAfter / after,
  }))
}
