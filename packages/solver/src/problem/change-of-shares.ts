import { share } from '@steelyard/model'
import type { WeightProblem } from './weight-problem.ts'

/** Changes of the shares that differ by less than this are equal. */
export const SAME_CHANGE = 1e-9

/** By how much shares differ from those in force: the sum of the absolute differences. */
export function changeOfShares({
  currentWeights,
  load,
  normalisation,
}: WeightProblem): (shares: Readonly<Record<string, number>>) => number {
  const names = load.domains.map(({ name }) => name)
  const now = share(currentWeights, names, normalisation).domains
  return (shares) => names.reduce((sum, name) => sum + Math.abs(shares[name]! - now[name]!), 0)
}
