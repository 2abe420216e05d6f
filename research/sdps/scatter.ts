import { mean } from '@steelyard/model'
import type { CheckedHost } from './checked-host.ts'
import { varianceOfMean, weightedMean } from './statistics.ts'

/**
 * Root mean square of the standard deviation of the peer's means due to chance, as a fraction of
 * them.
 */
export function scatterOf(hosts: readonly CheckedHost[]): number {
  const squares = hosts.flatMap(({ domains }) =>
    domains.map(({ now: { peer } }) => ({
      value: varianceOfMean(peer.client) / mean(peer.client) ** 2,
      weight: 1 / domains.length,
    })),
  )
  return Math.sqrt(weightedMean(squares))
}
