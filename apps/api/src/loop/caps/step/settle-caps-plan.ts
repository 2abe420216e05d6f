import { isDeepStrictEqual } from 'node:util'
import type { Trouble } from '@steelyard/contract'
import { type CapChange, nextCapsStep } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { systemActor } from '../../../access/actor.ts'
import { loadApplication } from '../../../applications/application-row.ts'
import { presentResult } from '../../../applications/present-result.ts'
import { startApplying } from '../../../applications/start-applying.ts'
import { audit } from '../../../audit/audit.ts'
import { Prisma } from '../../../db.ts'
import { isBeingApplied } from '../../../hosts/host-row.ts'
import { MINUTE_MS } from '../../../milliseconds.ts'
import { notify } from '../../../notifications/notify.ts'
import { planContent } from '../../../plans/plan-content.ts'
import { cannotApplyBecause } from '../../../plans/plan-reasons.ts'
import { loadPlan, type PlanRow } from '../../../plans/plan-row.ts'
import { planState } from '../../../plans/plan-state.ts'
import { capsReasonOf } from '../../../plans/stored-wish.ts'
import { writeJournal } from '../../journal/write-journal.ts'
import type { CapsHostStep } from './caps-host-step.ts'

/** Long enough not to fill the history of a host that refuses its caps. */
const RETRY_AFTER_MINUTES = 5

/** Takes the plan that is under way one step further: applied, dropped, settled, or nothing yet. */
export async function settleCapsPlan(step: CapsHostStep, planId: string): Promise<void> {
  const plan = await loadPlan(step.tx, planId)
  const application = plan.applications.find(({ kind }) => kind === 'apply')
  if (application) return settleCapsApplication(step, plan, application.id)
  switch (planState(plan)) {
    case 'planned':
      return applyOrDrop(step, plan)
    case 'failed':
      return failCapsChange(step, (plan.job?.error as Trouble | null) ?? NO_PLAN)
  }
}

const NO_PLAN: Trouble = { code: 'no-plan', message: 'The host could not be read for a plan.' }

async function applyOrDrop(step: CapsHostStep, plan: PlanRow): Promise<void> {
  const changes = plannedCaps(plan)
  // The host had these caps already, which the reading for the plan has shown.
  if (changes?.length === 0 && isOnlyUnchanged(plan)) return drop(step)
  const message = cannotApplyBecause(plan, step.now)
  if (message) return failCapsChange(step, { code: 'plan-not-applicable', message })
  const next = nextCapsStep(step.situation)
  const isStillWanted =
    next.do === 'change' && isDeepStrictEqual(byDomain(next.changes), changes && byDomain(changes))
  if (!isStillWanted) return drop(step)
  if (await isBeingApplied(step.tx, step.host.id)) return
  await applyCaps(step, plan, next.changes)
}

function isOnlyUnchanged(plan: PlanRow): boolean {
  const content = planContent.read(plan.content)
  return (
    content.kind === 'against-host' &&
    content.unknownDomains.length === 0 &&
    content.plan.reasons.every(({ code, effect }) => effect === 'warns' || code === 'no-change')
  )
}

const byDomain = (changes: readonly CapChange[]) =>
  changes.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))

/** The next step makes another plan, if one is wanted. */
async function drop({ tx, host }: CapsHostStep): Promise<void> {
  await tx.capsMonitor.update({ where: { hostId: host.id }, data: { planId: null } })
}

/** Whether the caps that were being set are in force. */
async function settleCapsApplication(
  step: CapsHostStep,
  plan: PlanRow,
  applicationId: string,
): Promise<void> {
  const { tx, host, monitor, now } = step
  const { state, finishedAt, requestedBy, result } = await loadApplication(tx, applicationId)
  if (finishedAt === null) return
  const { statement, readBack } = presentResult(result)
  if (state !== 'verified') {
    return failCapsChange(step, { code: `application-${state}`, message: statement })
  }
  const found = readBack.filter(({ matches }) => matches)
  const capsSet = {
    ...monitor.capsSet,
    ...Object.fromEntries(found.map(({ domain, expectedCap }) => [domain, expectedCap])),
  }
  await tx.capsMonitor.update({
    where: { hostId: host.id },
    data: { planId: null, capsSet, changeTrouble: Prisma.DbNull, retryAt: null },
  })
  const changes = plannedCaps(plan)!
  const saying = { code: 'caps-set', by: requestedBy, changes, why: capsReasonOf(plan) } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-changed', saying }, now)
}

/**
 * Starts applying, in the name of whoever gave the grant. The situation had it that these changes may
 * be made; the engine checks plan and host again as for any person.
 */
async function applyCaps(
  { deps, tx, host, monitor, situation, grant }: CapsHostStep,
  plan: PlanRow,
  changes: readonly CapChange[],
): Promise<void> {
  const { id: grantId, givenById, givenByName } = grant!
  const hash = plan.hash!
  const { application, commands } = await startApplying(deps, tx, plan, {
    hash,
    requester: { userId: null, name: `the caps monitor, by the grant of ${givenByName}` },
    accountableId: givenById,
  })
  // Whatever is held from now on is given back as it is now.
  const capsBefore = {
    ...Object.fromEntries(changes.map(({ domain, from }) => [domain, from])),
    ...situation.before,
  }
  // Until the host is read again, nobody knows which of these caps are in force.
  const capsSet = Object.fromEntries(
    Object.entries(monitor.capsSet).filter(([name]) =>
      changes.every(({ domain }) => domain !== name),
    ),
  )
  await tx.capsMonitor.update({ where: { hostId: host.id }, data: { capsBefore, capsSet } })
  await audit(tx, systemActor('worker'), {
    action: 'caps-monitor.apply',
    target: { kind: 'host', id: host.id, name: host.name },
    detail: {
      authority: { by: 'grant', grantId, person: givenByName, personId: givenById },
      applicationId: application.id,
      hash,
      commands,
      active: situation.active,
    },
  })
}

/** What the plan sets on the host; null if that is anything but caps. */
function plannedCaps(plan: PlanRow): CapChange[] | null {
  const content = planContent.read(plan.content)
  if (content.kind !== 'against-host') return null
  const caps = content.plan.changes.map(({ lever, name, before, after }) =>
    lever === 'weight' && before.weight === after.weight
      ? { domain: name, from: before.cap, to: after.cap }
      : null,
  )
  return caps.every((change) => change !== null) ? caps : null
}

/** Notes that the caps are not in force, tells whoever wants to know, and tries again later. */
async function failCapsChange(
  { tx, host, monitor, now }: CapsHostStep,
  trouble: Trouble,
): Promise<void> {
  await tx.capsMonitor.update({
    where: { hostId: host.id },
    data: {
      planId: null,
      changeTrouble: trouble,
      retryAt: new Date(now.getTime() + RETRY_AFTER_MINUTES * MINUTE_MS),
    },
  })
  const problem = trouble.message
  const saying = { code: 'caps-not-set', problem, retryMinutes: RETRY_AFTER_MINUTES } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-not-changed', saying }, now)
  await notify(tx, {
    event: 'change-failed',
    hostId: host.id,
    title: words.notifications.capsNotChanged(host.name),
    text: words.loop.saying(saying),
    path: `/hosts/${host.id}/real-time`,
    detail: { planId: monitor.planId, trouble },
  })
}
