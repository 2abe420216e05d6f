import type { LoggedRequest } from '../traced/request-collector.ts'
import { MaxTree } from './max-tree.ts'

/**
 * Gives each request the lowest lane that is free at its start, so that no two in a lane overlap and
 * there are only as many lanes as requests in flight at once.
 * @param requests in the order of their start
 */
export function lanesOf(requests: readonly LoggedRequest[]): number[] {
  // The earlier a lane is free, the larger its number; one that nobody has used is always free.
  const freeSince = new MaxTree(requests.map(() => Number.POSITIVE_INFINITY))
  return requests.map(({ startSeconds, endSeconds }) => {
    const lane = freeSince.next(0, (negated) => -negated <= startSeconds)
    freeSince.set(lane, -endSeconds)
    return lane
  })
}
