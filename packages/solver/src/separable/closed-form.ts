import type { PosedGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { Companion } from '../problem/weight-solution.ts'

/**
 * The continuous optimum of eq (7) without Domain-0's I/O term: w_p proportional to 1 / (lambda_p
 * sqrt(x_p)), where every pair of domains reaches its AM-GM bound at once, so that D_total = (sum
 * sqrt(x))^2 + n w_0 x_0. It ignores bounds, targets and the grid, so it is a lower bound for all
 * of them.
 * @returns null where the form does not apply: C > 0, a domain without arrivals or work, or factors
 */
export function closedForm(
  { load, factors = {} }: Pick<WeightProblem, 'load' | 'factors'>,
  { pool, domain0Share }: Pick<PosedGrid, 'pool' | 'domain0Share'>,
): Companion | null {
  const { ioRequestsPerSecond, delayPerIoSeconds, serviceTimeSeconds } = load.domain0
  const holds =
    ioRequestsPerSecond * delayPerIoSeconds === 0 &&
    Object.values(factors).every((factor) => factor === 1) &&
    load.domains.every((d) => d.arrivalRatePerSecond > 0 && d.serviceTimeSeconds > 0)
  if (!holds) return null
  const pulls = load.domains.map(
    ({ name, arrivalRatePerSecond, serviceTimeSeconds: x }) =>
      [name, 1 / (arrivalRatePerSecond * Math.sqrt(x))] as const,
  )
  const sum = pulls.reduce((total, [, pull]) => total + pull, 0)
  const roots = load.domains.reduce((total, d) => total + Math.sqrt(d.serviceTimeSeconds), 0)
  return {
    shares: Object.fromEntries(pulls.map(([name, pull]) => [name, (pool * pull) / sum])),
    totalDelaySeconds: roots ** 2 + load.domains.length * domain0Share.after * serviceTimeSeconds,
  }
}
