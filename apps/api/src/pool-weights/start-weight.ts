import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import { audit } from '../audit/audit.ts'
import { Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { refuseSamePerson, refuseUnplanned } from '../pools/pool-plan.ts'
import { lockPool, type PoolRow } from '../pools/pool-row.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'
import { refuseBusyGuest, refuseConnectedHost } from './refuse-busy-guest.ts'
import {
  giveWeightJob,
  loadWeightPlan,
  type WeightPlanAndJob,
  type WeightPlanRow,
} from './weight-plan-row.ts'

interface Way {
  action: string
  refuse(tx: Tx, plan: WeightPlanRow, pool: PoolRow, actor: Actor): Promise<void>
  data(by: string): Prisma.WeightPlanUpdateInput
}

const STORE: Way = {
  action: 'pool.store-weight',
  async refuse(tx, plan, pool, { principal }) {
    refuseUnplanned(plan)
    await refuseSamePerson(tx, plan, principal)
    await refuseConnectedHost(tx, pool, plan.guestUuid)
  },
  data: (startedBy) => ({ state: 'storing', startedBy, startedAt: new Date() }),
}

/** It needs no second person: it gives back what was there, and a fault must not have to wait. */
const ROLL_BACK: Way = {
  action: 'pool.roll-back-weight',
  async refuse(_tx, { state }) {
    if (state !== 'stored')
      throw conflict('not-undoable', 'Only a weight that was stored can be rolled back.')
  },
  data: (undoneBy) => ({ state: 'restoring', undoneBy, undoneAt: new Date() }),
}

type Params = { id: string; planId: string }

/**
 * Has the agent store what was planned.
 * @throws AppError as `start`, and `not-planned`, `plan-expired`, `person-needed`, `own-plan`,
 *   `host-connected`
 */
export function storeWeight(deps: Deps, actor: Actor, params: Params, proof: Proof) {
  return start(STORE, deps, actor, params, proof)
}

/**
 * Has the agent store again what stood there before.
 * @throws AppError as `start`, and `not-undoable`
 */
export function rollBackWeight(deps: Deps, actor: Actor, params: Params, proof: Proof) {
  return start(ROLL_BACK, deps, actor, params, proof)
}

/**
 * @throws AppError `pool-not-found`, `plan-not-found`, as `confirmPerson` does, `guest-moving`,
 *   `weight-busy`
 */
async function start(
  { action, refuse, data }: Way,
  deps: Deps,
  actor: Actor,
  { id: poolId, planId }: Params,
  proof: Proof,
): Promise<WeightPlanAndJob> {
  const { principal } = actor
  requireEverywhere(principal, 'plans:apply')
  const { guestName: guest, weight, cap } = await loadWeightPlan(deps.db, planId, poolId)
  const act = { action, target: { kind: 'pool', id: poolId, name: guest } }
  await confirmPerson(deps, actor, proof, act)
  return deps.db.$transaction(async (tx) => {
    const pool = await lockPool(tx, poolId)
    const plan = await loadWeightPlan(tx, planId, poolId)
    await refuse(tx, plan, pool, actor)
    await refuseBusyGuest(tx, plan)
    const anew = { begunAt: null, endedAt: null, result: Prisma.DbNull, problem: Prisma.DbNull }
    await tx.weightPlan.update({
      where: { id: planId },
      data: { ...data(principal.name), ...anew },
    })
    await audit(tx, actor, { ...act, detail: { planId, guest, weight, cap } })
    return giveWeightJob(deps, tx, plan, principal.userId)
  })
}
