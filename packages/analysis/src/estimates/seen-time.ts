import type { DomainEstimate } from '@steelyard/model'
import type { MeasuredBy } from '../recorded/response-time.ts'

/**
 * The estimate that is comparable with the measurement: clients see the whole response time of a
 * request, a server's log only the part from its first run to its last byte. An estimator that does
 * not distinguish the two has a single time for both.
 */
export function seenTime(
  {
    responseTimeSeconds,
    loggedTimeSeconds,
  }: Pick<DomainEstimate, 'responseTimeSeconds' | 'loggedTimeSeconds'>,
  measuredBy: MeasuredBy | null | undefined,
): number | null {
  return measuredBy === 'access-log' && loggedTimeSeconds !== undefined
    ? loggedTimeSeconds
    : responseTimeSeconds
}
