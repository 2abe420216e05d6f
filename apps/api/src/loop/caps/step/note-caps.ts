import type { CapsSituation, CapsStep, WantedCaps } from '@steelyard/loop'
import { writeJournal } from '../../journal/write-journal.ts'
import type { CapsHostStep } from './caps-host-step.ts'

type StepOf<D extends CapsStep['do']> = Extract<CapsStep, { do: D }>

/** Says which caps would be set now, were it not for the dry run. */
export async function noteCapsDryRun(
  { tx, host, situation, now }: CapsHostStep,
  { wanted }: StepOf<'would-change'>,
): Promise<void> {
  const saying = { code: 'caps-would-be-set', ...wantedOf(situation, wanted) } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-would-change', saying }, now)
}

/** Notes that caps should be set and are not, and why. */
export async function noteCapsWait(
  { tx, host, situation, now }: CapsHostStep,
  { because, wanted }: StepOf<'nothing'>,
): Promise<void> {
  // Whoever switched it off knows why nothing happens.
  if (because === null || because.code === 'policy-off' || wanted.changes.length === 0) return
  const saying = { code: 'caps-wait', because, ...wantedOf(situation, wanted) } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-wait', saying }, now)
}

function wantedOf({ active }: CapsSituation, { beyond, changes }: WantedCaps) {
  return { active, beyond, changes }
}
