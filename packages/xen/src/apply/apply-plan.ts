import { expectSuccess } from '../check-answer.ts'
import type { HostInventory } from '../host-inventory.ts'
import { sameValue } from '../levers/lever.ts'
import {
  LEVERS,
  type LeverKind,
  type LeverValues,
  valueNow,
  valueWords,
} from '../levers/registry.ts'
import type { Drift } from '../plan/drift.ts'
import { driftOf, findDrift } from '../plan/find-drift.ts'
import type { ChangeOf, Plan } from '../plan/plan.ts'
import { planHash } from '../plan/plan-hash.ts'
import { readHost } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { carryOut, lineOf } from '../weight-store.ts'
import type {
  ApplicationHooks,
  ApplicationResult,
  RecordedChange,
  StopReason,
} from './application.ts'
import { Contact } from './contact.ts'
import { Journal } from './journal.ts'
import { rollBack } from './roll-back.ts'
import { Stop, stopReason } from './stop-reason.ts'

/**
 * Applies a confirmed plan. It re-reads the host by UUID, stops on any drift, sets one domain at a
 * time, reads each back, and finally reads all by UUID once more. Any failure after the first
 * command leads to a roll-back, over a new connection if necessary. The caller holds the host's
 * lock and closes the shell that it passed in. Failures on the way are not thrown but reported in
 * the result.
 */
export async function applyPlan(
  shell: RemoteShell,
  plan: Plan,
  hooks: ApplicationHooks,
): Promise<ApplicationResult> {
  const journal = new Journal(hooks)
  const contact = new Contact(shell, hooks)
  const touched: RecordedChange[] = []
  const drift: Drift[] = []
  try {
    checkPlan(plan, hooks.now?.() ?? new Date())
    await journal.record({ kind: 'started', planHash: plan.hash, changes: plan.changes })
    drift.push(...findDrift(plan, await readHost(shell)), ...(await storedDrift(shell, plan)))
    await journal.record({ kind: 'rechecked', drift })
    if (drift.length > 0) {
      throw new Stop('drift', 'The host has changed since the plan was made. Make a new plan.')
    }
    for (const change of plan.changes) {
      if (hooks.signal?.aborted) throw new Stop('cancelled', 'The application was cancelled.')
      await applyChange(shell, journal, change, () => touched.push(change))
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

function checkPlan(plan: Plan, now: Date): void {
  if (planHash(plan) !== plan.hash) {
    throw new Stop('plan-altered', 'The plan is not the one that was confirmed.')
  }
  if (!plan.canApply) {
    throw new Stop('plan-not-applicable', 'The plan cannot be applied.')
  }
  if (now.getTime() >= Date.parse(plan.expiresAt)) {
    throw new Stop('plan-expired', 'The plan has expired. Make a new plan.')
  }
}

/** What is kept beside the host shows in no reading of it. */
async function storedDrift(shell: RemoteShell, { changes }: Plan): Promise<Drift[]> {
  const drift: Drift[] = []
  for (const change of changes) {
    if (change.lever !== 'stored-weight') continue
    const { ask, words } = LEVERS[change.lever]
    const found = await ask!(shell, change.uuid)
    if (found && sameValue(found, change.before)) continue
    const expected = words.bare(change.before)
    drift.push(driftOf('stored-weight-changed', change, expected, found && words.bare(found)))
  }
  return drift
}

async function applyChange<K extends LeverKind>(
  shell: RemoteShell,
  journal: Journal,
  change: ChangeOf<K>,
  onTouch: () => void,
): Promise<void> {
  const { lever, uuid, name, target, after } = change
  const commands = LEVERS[lever].commands(change.before, after, target)
  const lines = commands.map((command) => lineOf(shell, command))
  if (String(lines) !== String(change.commands)) {
    throw new Stop('plan-altered', 'The plan was made for another account on the host.')
  }
  const said: string[] = []
  for (const [index, command] of commands.entries()) {
    const line = lines[index]!
    await journal.record({ kind: 'setting', lever, uuid, name, command: line, to: after })
    if (index === 0) onTouch()
    const answer = await carryOut(shell, command)
    expectSuccess(answer, line)
    said.push(answer.stderr.trim())
  }
  const found: LeverValues[K] = await LEVERS[lever].read(shell, target)
  const matches = sameValue(found, after)
  await journal.record({ kind: 'read-back', lever, uuid, name, wanted: after, found, matches })
  if (!matches) throw mismatch(change, found, said.find(Boolean))
}

/** A value that is neither the old nor the new one was set by someone else in the meantime. */
function mismatch<K extends LeverKind>(
  change: ChangeOf<K>,
  found: LeverValues[K] | null,
  said = '',
): Stop {
  const { lever, name } = change
  if (found === null) return new Stop('read-back-mismatch', `${name} does not read back at all.`)
  if (!LEVERS[lever].couldBeOurs(found, change)) {
    const message = `Someone else changed ${name} in the middle of the application.`
    return new Stop('changed-by-someone-else', message)
  }
  const got = valueWords(lever, found)
  return new Stop('read-back-mismatch', `${name} reads back as ${got}, not as planned.`, said)
}

/** Checks by UUID: a domain that was re-created meanwhile must not pass for the changed one. */
async function checkAll(shell: RemoteShell, plan: Plan): Promise<void> {
  const inventory = await readHost(shell)
  for (const change of plan.changes) await checkChange(shell, change, inventory)
}

async function checkChange<K extends LeverKind>(
  shell: RemoteShell,
  change: ChangeOf<K>,
  inventory: HostInventory,
): Promise<void> {
  const found = await valueNow(shell, change, inventory)
  if (found === null || !sameValue(found, change.after)) throw mismatch(change, found)
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
