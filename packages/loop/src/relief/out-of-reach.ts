import { type SumTerm, sdpsBounds } from '@steelyard/model'
import type { ShareRange } from '../change/bounds.ts'
import { type ModelledHost, weightsOf } from './modelled-host.ts'

/**
 * Whether it is certain that SDPS keeps not all targets at any shares within the ranges: the least
 * sum of times over all of them, each times what its domain asks for, as in the conservation law, is
 * no less than that of the targets. Asked of the tightest target alone, of the two tightest, and so
 * on.
 */
export function areOutOfReach(
  { load, targets }: ModelledHost,
  ranges: readonly ShareRange[],
): boolean {
  const bounds = sdpsBounds(load)
  if (!bounds) return false
  const leastSum = bounds({
    least: weightsOf(ranges, ({ minShare }) => minShare),
    most: weightsOf(ranges, ({ maxShare }) => maxShare),
  })
  const tightestFirst = load.domains
    .flatMap(({ name, arrivalRatePerSecond, serviceTimeSeconds }) => {
      const mostSeconds = targets.get(name)
      if (mostSeconds === undefined) return []
      const slack = mostSeconds / serviceTimeSeconds
      return [{ name, mostSeconds, slack, asked: arrivalRatePerSecond * serviceTimeSeconds }]
    })
    .sort((one, other) => one.slack - other.slack)
  return tightestFirst.some((_, last) => {
    const some = tightestFirst.slice(0, last + 1)
    const terms = some.map(
      ({ name, asked }): SumTerm => ({ name, seen: 'log', coefficient: asked }),
    )
    return leastSum(terms) >= some.reduce((sum, each) => sum + each.asked * each.mostSeconds, 0)
  })
}
