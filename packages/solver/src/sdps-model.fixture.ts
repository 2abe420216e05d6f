import { ESTIMATORS, type HostLoad, sdpsBounds, type Weights } from '@steelyard/model'
import type { BoundTimes } from './search/objective-bound.ts'

/** The client's response times by SDPS. */
export const sdpsTimes = (load: HostLoad) => (weights: Weights) =>
  new Map(
    ESTIMATORS.sdps
      .estimate(load, weights)
      .domains.map(({ name, responseTimeSeconds }) => [name, responseTimeSeconds]),
  )

export function sdpsBoundTimes(load: HostLoad): BoundTimes {
  const within = sdpsBounds(load)!
  return (box) => {
    const leastSum = within(box)
    return (coefficients) =>
      leastSum(
        Object.entries(coefficients).map(([name, coefficient]) => ({
          name,
          seen: 'client' as const,
          coefficient,
        })),
      )
  }
}
