import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { isUniqueViolation, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockHostRow } from '../hosts/host-row.ts'
import type { PoolRow } from '../pools/pool-row.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import { auditedMove, giveMoveJob, type MoveRow } from './move-row.ts'
import { moveGuestKind } from './pool-moves.kind.ts'

export const MOVE_ACTION = 'pool.move'

/** By whose wish a guest moves, and whether it is moved back where that made things worse. */
interface Start {
  startedById: string | null
  startedBy: string
  backIfWorse: boolean
}

/**
 * Locks both hosts of a planned move and has the agent move the guest.
 * @param pool which the transaction has locked
 * @throws AppError `weight-busy`, `host-unknown`, `pool-host-busy`, `host-busy`
 */
export async function beginMove(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  pool: PoolRow,
  move: MoveRow,
  start: Start,
): Promise<{ move: MoveRow; job: JobModel }> {
  await refuseStoring(tx, move)
  refuseStrangers(pool, move)
  await lockHosts(tx, pool, move).catch((error) => {
    if (!isUniqueViolation(error)) throw error
    throw conflict('pool-host-busy', 'Another move from or to one of these hosts is under way.')
  })
  const data = { ...start, state: 'moving', startedAt: new Date() }
  await tx.poolMove.update({ where: { id: move.id }, data })
  const target = { kind: 'pool', id: pool.id, name: move.guestName }
  await audit(tx, actor, { action: MOVE_ACTION, target, detail: auditedMove(move) })
  return giveMoveJob(deps, tx, move, moveGuestKind, start.startedById)
}

/** A host may have left the pool since the move was planned. */
function refuseStrangers({ inventory }: PoolRow, move: MoveRow): void {
  const hosts = poolInventory.readIfAny(inventory)?.hosts ?? []
  const ends = [
    { hostUuid: move.fromHostUuid, name: move.fromHostName },
    { hostUuid: move.toHostUuid, name: move.toHostName },
  ]
  const stranger = ends.find(({ hostUuid }) => hosts.every(({ uuid }) => uuid !== hostUuid))
  if (stranger)
    throw conflict('host-unknown', `${stranger.name} is not in the pool, by its last reading.`)
}

/** A move keeps the stored weight of its guest, so it must not change meanwhile. */
async function refuseStoring(tx: Tx, { poolId, guestUuid, guestName }: MoveRow): Promise<void> {
  const state = { in: ['storing', 'restoring'] }
  if ((await tx.weightPlan.count({ where: { poolId, guestUuid, state } })) > 0)
    throw conflict('weight-busy', `A weight of ${guestName} is being stored right now.`)
}

/**
 * Always in the order of their UUIDs, so that two moves never wait for each other. Where one of the
 * hosts is also connected over SSH, no weights are being written there, and none are until the end.
 */
async function lockHosts(
  tx: Tx,
  { inventory }: PoolRow,
  { id, poolId, fromHostUuid, toHostUuid }: MoveRow,
): Promise<void> {
  const guests = poolInventory.readIfAny(inventory)?.guests ?? []
  for (const hostUuid of [fromHostUuid, toHostUuid].sort()) {
    const guestUuids = guests.filter((each) => each.hostUuid === hostUuid).map(({ uuid }) => uuid)
    await tx.movingHost.create({ data: { poolId, hostUuid, moveId: id, guestUuids } })
    await refuseWriting(tx, hostUuid, guestUuids)
  }
}

async function refuseWriting(
  tx: Tx,
  hostUuid: string,
  guestUuids: readonly string[],
): Promise<void> {
  const hasGuests = { domains: { some: { xenUuid: { in: [...guestUuids] }, goneAt: null } } }
  const hosts = await tx.host.findMany({
    where: { OR: [{ id: hostUuid }, hasGuests] },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id: hostId } of hosts) {
    await lockHostRow(tx, hostId)
    const state = { in: ['confirmed', 'applying'] }
    if ((await tx.application.count({ where: { hostId, state } })) > 0)
      throw conflict('host-busy', 'Weights are being written on one of these hosts right now.')
  }
}
