import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { lockPool } from '../pools/pool-row.ts'
import { refuseUnlessXapi } from '../pools/refuse-unless-xapi.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import { refuseConnectedHost } from './refuse-busy-guest.ts'
import { giveWeightJob, type WeightPlanAndJob, weightPlanParts } from './weight-plan-row.ts'

/**
 * Stores the wish and has the agent read what XAPI stores now.
 * @throws AppError `pool-not-found`, `not-xapi`, `guest-unknown`, `host-connected`
 */
export async function planWeight(
  deps: Deps,
  actor: Actor,
  poolId: string,
  { guestUuid, weight, cap }: { guestUuid: string; weight: number; cap?: number },
): Promise<WeightPlanAndJob> {
  const { principal } = actor
  requireEverywhere(principal, 'plans:write')
  return deps.db.$transaction(async (tx) => {
    const pool = await lockPool(tx, poolId)
    refuseUnlessXapi(pool)
    const guests = poolInventory.readIfAny(pool.inventory)?.guests ?? []
    const guest = guests.find(({ uuid }) => uuid === guestUuid.toLowerCase())
    if (!guest)
      throw conflict('guest-unknown', 'The pool has no guest with that UUID, by its last reading.')
    await refuseConnectedHost(tx, pool, guest.uuid)
    const plan = await tx.weightPlan.create({
      data: {
        poolId,
        guestUuid: guest.uuid,
        guestName: guest.name,
        weight,
        cap: cap ?? null,
        createdById: principal.userId,
        createdBy: principal.name,
      },
      ...weightPlanParts,
    })
    const target = { kind: 'pool', id: poolId, name: pool.name }
    const detail = {
      planId: plan.id,
      guest: guest.name,
      weight,
      ...(cap === undefined ? {} : { cap }),
    }
    await audit(tx, actor, { action: 'pool.plan-weight', target, detail })
    return giveWeightJob(deps, tx, plan, principal.userId)
  })
}
