import type { CapsStep } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { writeJournal } from '../../journal/write-journal.ts'
import type { CapsHostStep } from './caps-host-step.ts'

type StepOf<D extends CapsStep['do']> = Extract<CapsStep, { do: D }>

/** Says which caps would be set now, were it not for the dry run. */
export async function noteCapsDryRun(
  { tx, host, situation, now }: CapsHostStep,
  { changes, wanted }: StepOf<'would-change'>,
): Promise<void> {
  const text = `${words.loop.whyCaps(situation, wanted)} Caps would have been set: ${words.loop.capChanges(changes)}. It is a dry run.`
  const detail = { active: situation.active, changes }
  await writeJournal(tx, { hostId: host.id, decision: 'caps-would-change', text, detail }, now)
}

/** Notes that caps should be set and are not, and why. */
export async function noteCapsWait(
  { tx, host, situation, now }: CapsHostStep,
  { because, wanted }: StepOf<'nothing'>,
): Promise<void> {
  const { changes } = wanted
  // Whoever switched it off knows why nothing happens.
  if (because === null || because.code === 'policy-off' || changes.length === 0) return
  const text = `${words.loop.whyCaps(situation, wanted)} Caps should be set: ${words.loop.capChanges(changes)}. ${words.loop.capsHindrance(because)}`
  const detail = { because, active: situation.active, changes }
  await writeJournal(tx, { hostId: host.id, decision: 'caps-wait', text, detail }, now)
}
