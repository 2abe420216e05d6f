import type { PoolHost } from '@steelyard/xapi'
import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockPool, type PoolRow } from '../pools/pool-row.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import { giveMoveJob, type MoveRow, moveParts } from './move-row.ts'
import { checkMoveKind } from './pool-moves.kind.ts'

/**
 * Stores the wish and has the agent ask XAPI whether it would move the guest.
 * @throws AppError `pool-not-found`, `pool-not-read`, `guest-unknown`, `host-unknown`,
 *   `already-there`, `member-not-confirmed`
 */
export async function planMove(
  deps: Deps,
  actor: Actor,
  poolId: string,
  { guestUuid, toHostUuid }: { guestUuid: string; toHostUuid: string },
): Promise<{ move: MoveRow; job: JobModel }> {
  requireEverywhere(actor.principal, 'plans:write')
  return deps.db.$transaction(async (tx) => {
    const pool = await lockPool(tx, poolId)
    const inventory = poolInventory.readIfAny(pool.inventory)
    if (!inventory)
      throw conflict('pool-not-read', 'Read the pool first: its guests are not known.')
    const hostOf = (uuid: string | null) => inventory.hosts.find((host) => host.uuid === uuid)
    const guest = inventory.guests.find(({ uuid }) => uuid === guestUuid.toLowerCase())
    const from = hostOf(guest?.hostUuid ?? null)
    const to = hostOf(toHostUuid.toLowerCase())
    if (!guest || !from)
      throw conflict(
        'guest-unknown',
        'No guest with that UUID runs in the pool, by its last reading.',
      )
    if (!to)
      throw conflict('host-unknown', 'No host of the pool has that UUID, by its last reading.')
    if (to === from) throw conflict('already-there', `${guest.name} runs on ${to.name} already.`)
    for (const host of [from, to]) refuseUnconfirmed(pool, host)
    const move = await tx.poolMove.create({
      data: {
        poolId,
        guestUuid: guest.uuid,
        guestName: guest.name,
        fromHostUuid: from.uuid,
        fromHostName: from.name,
        toHostUuid: to.uuid,
        toHostName: to.name,
        createdById: actor.principal.userId,
        createdBy: actor.principal.name,
      },
      ...moveParts,
    })
    const target = { kind: 'pool', id: poolId, name: pool.name }
    const detail = { moveId: move.id, guest: guest.name, from: from.name, to: to.name }
    await audit(tx, actor, { action: 'pool.plan-move', target, detail })
    return giveMoveJob(deps, tx, move, checkMoveKind, actor.principal.userId)
  })
}

/** Where the guest is afterwards is asked of both hosts, and a host is asked over a confirmed certificate alone. */
function refuseUnconfirmed({ members }: PoolRow, { address, name }: PoolHost): void {
  const member = members.find((each) => each.address === address)
  if (member?.pinnedFingerprint) return
  throw conflict(
    'member-not-confirmed',
    `Confirm the certificate of ${name} first: both hosts are asked where the guest is afterwards.`,
  )
}
