import { expectSuccess } from '../check-answer.ts'
import { findDrift } from '../plan/find-drift.ts'
import { planHash } from '../plan/plan-hash.ts'
import { sameValues, setCommand } from '../plan/set-command.ts'
import type { Drift, PlannedChange, WeightPlan } from '../plan/weight-plan.ts'
import { readHost, readWeight } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { ApplicationHooks, ApplicationResult, StopReason } from './application.ts'
import { Contact } from './contact.ts'
import { Journal } from './journal.ts'
import type { Restorable } from './restore.ts'
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
  const touched: Restorable[] = []
  const drift: Drift[] = []
  try {
    checkPlan(plan, hooks.now?.() ?? new Date())
    await journal.record({ kind: 'started', planHash: plan.hash, changes: plan.changes })
    drift.push(...findDrift(plan.domains, await readHost(shell)))
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
  touched: Restorable[],
): Promise<void> {
  const { uuid, name, domainId, scheduler, before, after } = change
  const command = setCommand(scheduler, domainId, before, after)
  const line = shell.commandLine(command)
  if (line !== change.command) {
    throw new Stop('plan-altered', 'The plan was made for another account on the host.')
  }
  await journal.record({ kind: 'setting', uuid, name, command: line, to: after })
  const item = { uuid, name, before, ours: [after] }
  touched.push(item)
  expectSuccess(await shell.run(command), line)
  const found = await readWeight(shell, scheduler, domainId)
  item.ours.push(found)
  const matches = sameValues(found, after)
  await journal.record({ kind: 'read-back', uuid, name, wanted: after, found, matches })
  if (!matches) {
    const got = `weight ${found.weight}, cap ${found.cap}`
    throw new Stop('read-back-mismatch', `${name} reads back as ${got}, not as planned.`)
  }
}

/** By UUID: a domain that was re-created meanwhile must not pass for the changed one. */
async function checkAll(shell: RemoteShell, plan: WeightPlan): Promise<void> {
  const inventory = await readHost(shell)
  for (const { uuid, name, after } of plan.changes) {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
    if (domain?.weight !== after.weight || domain.cap !== after.cap) {
      throw new Stop('read-back-mismatch', `${name} does not read back as planned at the end.`)
    }
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
