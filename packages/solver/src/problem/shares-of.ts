import { DOMAIN0_NAME, share } from '@steelyard/model'
import type { Allocation } from './grid.ts'
import type { PosedGrid } from './pose-grid.ts'
import { toXenWeights } from './to-xen-weights.ts'
import type { WeightProblem } from './weight-problem.ts'

/** Shares by name. */
export function sharesOf(
  { grid, unitShare }: PosedGrid,
  allocation: Allocation,
): Record<string, number> {
  return Object.fromEntries(
    grid.groups.flatMap(({ names }, index) =>
      names.map((name) => [name, allocation[index]! * unitShare]),
    ),
  )
}

/** The Xen integers that represent these shares, and the largest rounding error. */
export function weightsOf(
  problem: WeightProblem,
  posed: PosedGrid,
  shares: Record<string, number>,
) {
  const fractions = Object.fromEntries(
    Object.entries(shares).map(([name, value]) => [name, value / posed.pool]),
  )
  const weights = {
    [DOMAIN0_NAME]: problem.currentWeights[DOMAIN0_NAME]!,
    ...toXenWeights(fractions, posed.guestTotal),
  }
  const applied = share(weights, Object.keys(shares), problem.normalisation).domains
  const errors = Object.entries(shares).map(([name, value]) => Math.abs(applied[name]! - value))
  return { weights, roundingError: Math.max(...errors) }
}
