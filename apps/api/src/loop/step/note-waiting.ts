import type { Hindrance } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { writeJournal } from '../journal/write-journal.ts'
import { changeWords } from '../recommendations/change-words.ts'
import type { HostStep } from './host-step.ts'

/** States in which a recommendation is there for a person to see. */
const SHOWN = ['open', 'approved', 'worse']

/** Notes that nothing is done now, and why. What is merely under way is no decision. */
export async function noteWaiting(
  { tx, host, pending, hotspotId, policy, now }: HostStep,
  because: Hindrance,
): Promise<void> {
  if (because.code === 'under-way') return
  // Without a policy nothing was there to be decided as long as every target is kept.
  if (because.code === 'policy-off' && hotspotId === null && pending === null) return
  const why = words.loop.hindrance(because)
  const about = { hostId: host.id, hotspotId, recommendationId: pending?.id ?? null }
  const detail = { because, mode: policy.settings.mode }
  const shown = pending && SHOWN.includes(pending.state) ? changeWords(pending) : ''
  const asks = pending?.state === 'worse' && because.code === 'waits-for-person'
  if (asks) {
    const text = `The change (${shown}) made things worse. A person must say whether to roll it back.`
    return writeJournal(tx, { ...about, decision: 'asks-to-roll-back', text, detail }, now)
  }
  if (!shown && because.code === 'move-needed') {
    return writeJournal(tx, { ...about, decision: 'move-needed', text: why, detail }, now)
  }
  const entry = shown
    ? { decision: 'waits' as const, text: `The recommended change (${shown}) waits. ${why}` }
    : { decision: 'nothing-done' as const, text: `Nothing is done. ${why}` }
  await writeJournal(tx, { ...about, ...entry, detail }, now)
}
