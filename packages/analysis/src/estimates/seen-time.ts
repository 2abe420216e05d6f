import type { DomainEstimate } from '@steelyard/model'
import type { MeasuredBy } from '../recorded/response-time.ts'

/**
 * The time that can be compared with what was measured: clients see the whole way of a request, a server's
 * log only from its first run to its last byte. An estimator that cannot tell the two apart has one time
 * for both.
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
