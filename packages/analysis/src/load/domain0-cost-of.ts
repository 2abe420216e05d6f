import { type Domain0Cost, domain0Cost } from '@steelyard/simulator'
import { domain0Windows } from '../recorded/domain0-windows.ts'
import type { Window } from '../recorded/recorded-host.ts'
import type { TimeSpan } from '../settings.ts'

/**
 * The CPU cost of requests in Domain-0, from all windows, and its other work in the stretch; times
 * count from the start of the stretch. Null when no window has the data.
 */
export function domain0CostOf(windows: readonly Window[], stretch: TimeSpan): Domain0Cost | null {
  const { fromEpochSeconds, toEpochSeconds } = stretch
  const seen = domain0Windows(windows).map(({ startSeconds, endSeconds, ...rest }) => ({
    startSeconds: startSeconds - fromEpochSeconds,
    endSeconds: endSeconds - fromEpochSeconds,
    ...rest,
  }))
  if (seen.length === 0) return null
  return domain0Cost(seen, { startSeconds: 0, endSeconds: toEpochSeconds - fromEpochSeconds })
}
