import { expectSuccess } from '../check-answer.ts'
import { findDrift } from '../plan/find-drift.ts'
import { commandsTo, leverOf, readValue, sameValue, valueNow, valueWords } from '../plan/levers.ts'
import { planHash } from '../plan/plan-hash.ts'
import type { Drift, LeverValue, PlannedChange, WeightPlan } from '../plan/weight-plan.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type {
  ApplicationHooks,
  ApplicationResult,
  RecordedChange,
  StopReason,
} from './application.ts'
import { Contact } from './contact.ts'
import { couldBeOurs } from './could-be-ours.ts'
import { Journal } from './journal.ts'
import { rollBack } from './roll-back.ts'
import { Stop, stopReason } from './stop-reason.ts'

/**
 * Applies a confirmed plan: re-reads the host by UUID, stops on any drift, sets one domain at a
 * time, reads each back, and at the end reads all by UUID once more. Anything that goes wrong after
 * the first command is rolled back, over a new connection if need be.
 * The caller holds the host's lock and closes the shell that it gave. Nothing is thrown for what
 * happens on the way: it is in the result.
 */
export async function applyPlan(
  shell: RemoteShell,
  plan: WeightPlan,
  hooks: ApplicationHooks,
): Promise<ApplicationResult> {
  const journal = new Journal(hooks)
  const contact = new Contact(shell, hooks)
  const touched: RecordedChange[] = []
  const drift: Drift[] = []
  try {
    checkPlan(plan, hooks.now?.() ?? new Date())
    await journal.record({ kind: 'started', planHash: plan.hash, changes: plan.changes })
    drift.push(...findDrift(plan, await readHost(shell)))
    await journal.record({ kind: 'rechecked', drift })
    if (drift.length > 0) {
      throw new Stop('drift', 'The host has changed since the plan was made. Make a new plan.')
    }
    for (const change of plan.changes) {
      if (hooks.signal?.aborted) throw new Stop('cancelled', 'The application was cancelled.')
      await applyChange(shell, journal, change, touched)
    }
    await checkAll(shell, plan)
    await journal.record({ kind: 'finished', outcome: 'verified', hostTouched: true })
    const { unrecordedSteps } = journal
    return { ...VERIFIED, drift, notUndone: [], unrecordedSteps }
  } catch (error) {
    const reason = stopReason(error)
    if (touched.length > 0) return await rollBack(contact, journal, touched, reason)
    return await stopUntouched(journal, reason, drift)
  } finally {
    await contact.release()
  }
}

const VERIFIED = { outcome: 'verified', hostTouched: true, reason: null } as const

function checkPlan(plan: WeightPlan, now: Date): void {
  if (planHash(plan) !== plan.hash) {
    throw new Stop('plan-altered', 'The plan is not the one that was confirmed.')
  }
  if (!plan.canApply) {
    const reason = plan.reasons.find((candidate) => candidate.effect === 'blocks')
    throw new Stop('plan-not-applicable', reason?.message ?? 'The plan cannot be applied.')
  }
  if (now.getTime() >= Date.parse(plan.expiresAt)) {
    throw new Stop('plan-expired', 'The plan has expired. Make a new plan.')
  }
}

async function applyChange(
  shell: RemoteShell,
  journal: Journal,
  change: PlannedChange,
  touched: RecordedChange[],
): Promise<void> {
  const { uuid, name, before, after } = change
  const domainId = 'domainId' in change ? change.domainId : 0
  const scheduler = 'scheduler' in change ? change.scheduler : ''
  const [command] = commandsTo(before, after, domainId, scheduler)
  const line = command && shell.commandLine(command)
  if (!command || line !== change.command) {
    throw new Stop('plan-altered', 'The plan was made for another account on the host.')
  }
  const subject = { lever: leverOf(change), uuid, name }
  await journal.record({ kind: 'setting', ...subject, command: line, to: after })
  touched.push(change)
  const answer = await shell.run(command)
  expectSuccess(answer, line)
  const found = await readValue(shell, leverOf(change), domainId, scheduler)
  const matches = sameValue(found, after)
  await journal.record({ kind: 'read-back', ...subject, wanted: after, found, matches })
  if (!matches) throw mismatch(change, found, answer.stderr.trim())
}

/** A value that is neither the old nor the new one was set by somebody else in between. */
function mismatch(change: PlannedChange, found: LeverValue | null, said = ''): Stop {
  const { name } = change
  if (found !== null && !couldBeOurs(found, change)) {
    const message = `Someone else changed ${name} in the middle of the application.`
    return new Stop('changed-by-someone-else', message)
  }
  if (found === null) return new Stop('read-back-mismatch', `${name} does not read back at all.`)
  const got = valueWords(found)
  return new Stop('read-back-mismatch', `${name} reads back as ${got}, not as planned.`, said)
}

/** By UUID: a domain that was re-created meanwhile must not pass for the changed one. */
async function checkAll(shell: RemoteShell, plan: WeightPlan): Promise<void> {
  const inventory = await readHost(shell)
  for (const change of plan.changes) {
    const found = valueNow(change, inventory)
    if (found === null || !sameValue(found, change.after)) throw mismatch(change, found)
  }
}

async function stopUntouched(
  journal: Journal,
  reason: StopReason,
  drift: Drift[],
): Promise<ApplicationResult> {
  await journal.recordIfPossible({ kind: 'finished', outcome: 'failed', hostTouched: false })
  const { unrecordedSteps } = journal
  return { outcome: 'failed', hostTouched: false, reason, drift, notUndone: [], unrecordedSteps }
}
