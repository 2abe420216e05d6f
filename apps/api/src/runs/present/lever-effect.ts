import type { Lever } from '@steelyard/contract'
import type { StoredLever, StoredLevers } from '../stored-run.ts'

/** The effect compared with the host as it is. */
export function effectOf(
  lever: Omit<StoredLever, 'domains'>,
  levers: StoredLevers,
): Lever['effect'] {
  if (lever.kind === 'as-it-is') return 'now'
  if (lever.helps) return 'helps'
  const now = levers.ranked.find(({ kind }) => kind === 'as-it-is')
  const further = now !== undefined && lever.excess > now.excess + 0.01
  const slower = lever.change !== null && lever.change.lowMs > 0
  return lever.unanswered || further || slower ? 'harms' : 'not-clear'
}
