import { type Domain0Cost, domain0Cost } from '@steelyard/simulator'
import { domain0Windows } from '../recorded/domain0-windows.ts'
import type { Window } from '../recorded/recorded-host.ts'
import type { Stretch } from './replay-stretch.ts'

/**
 * What requests cost Domain-0, by all windows, and what it did beside them in the stretch; times count
 * from its start. Null where no window tells.
 */
export function domain0CostOf(windows: readonly Window[], stretch: Stretch): Domain0Cost | null {
  const { fromEpochSeconds, toEpochSeconds } = stretch
  const seen = domain0Windows(windows).map(({ startSeconds, endSeconds, ...rest }) => ({
    startSeconds: startSeconds - fromEpochSeconds,
    endSeconds: endSeconds - fromEpochSeconds,
    ...rest,
  }))
  if (seen.length === 0) return null
  return domain0Cost(seen, { startSeconds: 0, endSeconds: toEpochSeconds - fromEpochSeconds })
}
