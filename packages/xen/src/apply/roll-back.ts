import type { RemoteShell } from '../remote-shell.ts'
import type {
  ApplicationHooks,
  ApplicationResult,
  ApplicationStep,
  RecordedChange,
  StopReason,
} from './application.ts'
import { Contact } from './contact.ts'
import { Journal } from './journal.ts'
import { isAbout } from './recorded-change.ts'
import { restore } from './restore.ts'

/** Rolls back within a running application; the two functions below share it. */
export async function rollBack(
  contact: Contact,
  journal: Journal,
  items: RecordedChange[],
  reason: StopReason,
): Promise<ApplicationResult> {
  await journal.recordIfPossible({ kind: 'rolling-back', reason })
  const notUndone = await restore(contact, journal, items)
  const isDone = notUndone.every(({ code }) => code === 'domain-gone')
  const outcome = isDone ? 'rolled-back' : 'failed'
  await journal.recordIfPossible({ kind: 'finished', outcome, hostTouched: true })
  const { unrecordedSteps } = journal
  return { outcome, hostTouched: true, reason, drift: [], notUndone, unrecordedSteps }
}

/**
 * Undoes an application on request, in the same way and with the same check. A value that is in
 * neither the record nor the application was set by someone else; it stays and is reported. After
 * an interruption, call it again: it starts from the current state of the host.
 */
export async function rollbackApplication(
  shell: RemoteShell,
  recorded: RecordedChange[],
  hooks: ApplicationHooks,
): Promise<ApplicationResult> {
  const contact = new Contact(shell, hooks)
  const reason = { code: 'requested', message: 'The roll-back was requested.' } as const
  try {
    return await rollBack(contact, new Journal(hooks), recorded, reason)
  } finally {
    await contact.release()
  }
}

/**
 * Settles an application whose process died, from its persisted steps. An application without a
 * `finished` step is always rolled back, never continued, because it ran unattended. Steps are
 * written ahead, so domains without a `setting` step were certainly not touched.
 */
export async function recoverApplication(
  shell: RemoteShell,
  steps: ApplicationStep[],
  hooks: ApplicationHooks,
): Promise<ApplicationResult> {
  const journal = new Journal(hooks, Math.max(0, ...steps.map((step) => step.sequence)))
  // The last one counts: "verified" may have been stored although storing it seemed to fail.
  const finished = steps.findLast((step) => step.kind === 'finished')
  if (finished) return settledResult(steps, finished.outcome, finished.hostTouched)
  const reason = {
    code: 'interrupted',
    message: 'The agent was stopped in the middle of the application.',
  } as const
  const items = touchedDomains(steps)
  if (items.length === 0) {
    await journal.record({ kind: 'finished', outcome: 'failed', hostTouched: false })
    return { ...settledResult(steps, 'failed', false), reason }
  }
  const contact = new Contact(shell, hooks)
  try {
    return await rollBack(contact, journal, items, reason)
  } finally {
    await contact.release()
  }
}

function settledResult(
  steps: ApplicationStep[],
  outcome: ApplicationResult['outcome'],
  hostTouched: boolean,
): ApplicationResult {
  const reasons = steps.flatMap((step) => (step.kind === 'rolling-back' ? [step.reason] : []))
  return {
    outcome,
    hostTouched,
    reason: reasons[0] ?? null,
    drift: steps.flatMap((step) => (step.kind === 'rechecked' ? step.drift : [])),
    notUndone: steps.flatMap((step) => (step.kind === 'not-undone' ? [step.problem] : [])),
    unrecordedSteps: 0,
  }
}

function touchedDomains(steps: ApplicationStep[]): RecordedChange[] {
  const changes = steps.flatMap((step) => (step.kind === 'started' ? step.changes : []))
  return changes.filter((change) =>
    steps.some((step) => step.kind === 'setting' && isAbout(step, change)),
  )
}
