import { isDeepStrictEqual } from 'node:util'
import { type CapsSituation, type CapsStep, nextCapsStep, type WantedCaps } from '@steelyard/loop'
import { systemActor } from '../../../access/actor.ts'
import { Prisma } from '../../../db.ts'
import type { Deps } from '../../../deps.ts'
import { isBeingApplied, lockHost } from '../../../hosts/host-row.ts'
import { createPlanIn } from '../../../plans/create-plan.ts'
import type { NewWish } from '../../../plans/stored-wish.ts'
import { holdForStep } from '../../hold-for-step.ts'
import { writeJournal } from '../../journal/write-journal.ts'
import { holdStop } from '../../stop/loop-stop.ts'
import { findCapsMonitor } from '../caps-monitor-row.ts'
import { capsSituationOf } from '../caps-situation-of.ts'
import type { CapsHostStep } from './caps-host-step.ts'
import { settleCapsPlan } from './settle-caps-plan.ts'

/**
 * Takes the next step of the caps monitor on one host. Like a step of the loop it is a transaction,
 * so whoever comes next finds out from the database what to do.
 */
export async function stepCapsMonitor(deps: Deps, hostId: string, now = new Date()): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    if (!(await holdForStep(tx, hostId))) return
    const host = await lockHost(tx, hostId)
    await holdStop(tx)
    const monitor = await findCapsMonitor(tx, hostId)
    if (!monitor) return
    const known = await capsSituationOf(tx, deps.config, host, monitor, now)
    const step = { deps, tx, host, monitor, now, ...known }
    await (monitor.planId === null ? begin(step) : settleCapsPlan(step, monitor.planId))
  })
}

async function begin(step: CapsHostStep): Promise<void> {
  const { tx, host, monitor, situation, now } = step
  if (await isBeingApplied(tx, host.id)) return
  await letGo(step)
  const next = nextCapsStep(situation)
  if (next.do === 'would-change') return noteCapsDryRun(step, next)
  if (next.do === 'change') {
    if (monitor.retryAt === null || now >= monitor.retryAt) await plan(step, next)
    return
  }
  if (next.because) return noteCapsWait(step, next)
  if (monitor.changeTrouble) await forgetFailure(step)
}

/** Forgets what it no longer holds, even if the cap is one day the same again. */
async function letGo({ tx, host, monitor, situation: { before } }: CapsHostStep): Promise<void> {
  if (isDeepStrictEqual(before, monitor.capsBefore)) return
  const data = { capsBefore: before ?? Prisma.DbNull }
  await tx.capsMonitor.update({ where: { hostId: host.id }, data })
}

/** The change that failed is no longer due, so its trouble would only hide what comes later. */
async function forgetFailure({ tx, host }: CapsHostStep): Promise<void> {
  const data = { changeTrouble: Prisma.DbNull, retryAt: null }
  await tx.capsMonitor.update({ where: { hostId: host.id }, data })
}

/** Has the agent work out what the wanted caps take on the host. */
async function plan(
  { deps, tx, host, situation }: CapsHostStep,
  { changes, wanted }: Extract<ReturnType<typeof nextCapsStep>, { do: 'change' }>,
): Promise<void> {
  const wish: NewWish = {
    weights: changes.map(({ domain, to }) => ({ domain, cap: to })),
    pins: [],
    domains: [],
    caps: { active: [...situation.active], beyond: wanted.beyond },
  }
  const { plan } = await createPlanIn(tx, deps, systemActor('worker'), { hostId: host.id, wish })
  await tx.capsMonitor.update({ where: { hostId: host.id }, data: { planId: plan.id } })
}

type StepOf<D extends CapsStep['do']> = Extract<CapsStep, { do: D }>

/** Says which caps would be set now, were it not for the dry run. */
async function noteCapsDryRun(
  { tx, host, situation, now }: CapsHostStep,
  { wanted }: StepOf<'would-change'>,
): Promise<void> {
  const saying = { code: 'caps-would-be-set', ...wantedOf(situation, wanted) } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-would-change', saying }, now)
}

/** Notes that caps should be set and are not, and why. */
async function noteCapsWait(
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
