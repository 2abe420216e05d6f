import type { LoopDecision } from '@steelyard/contract'
import type { Hindrance } from '@steelyard/loop'
import type { Saying } from '@steelyard/words'
import { writeJournal } from '../journal/write-journal.ts'
import { weightChanges } from '../recommendations/proposed-change.ts'
import type { HostStep } from './host-step.ts'

/** States in which a recommendation is there for a person to see. */
const SHOWN = ['open', 'approved', 'worse']

/** Notes that nothing is done now, and why. What is merely under way is no decision. */
export async function noteWaiting(
  { tx, host, pending, hotspotId, now }: HostStep,
  because: Hindrance,
): Promise<void> {
  if (because.code === 'under-way') return
  // Without a policy nothing was there to be decided as long as every target is kept.
  if (because.code === 'policy-off' && hotspotId === null && pending === null) return
  const about = { hostId: host.id, hotspotId, recommendationId: pending?.id ?? null }
  const note = (decision: LoopDecision, saying: Saying) =>
    writeJournal(tx, { ...about, decision, saying }, now)
  const changes = pending && SHOWN.includes(pending.state) ? weightChanges(pending) : []
  if (pending?.state === 'worse' && because.code === 'waits-for-person') {
    return note('asks-to-roll-back', { code: 'asks-to-roll-back', changes })
  }
  if (changes.length > 0) return note('waits', { code: 'waits', changes, because })
  const decision = because.code === 'move-needed' ? 'move-needed' : 'nothing-done'
  await note(decision, { code: decision, because })
}
