import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import { audit } from '../audit/audit.ts'
import { isUniqueViolation, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockHost } from '../hosts/host-row.ts'
import { refuseSamePerson, refuseUnplanned } from '../pools/pool-plan.ts'
import { lockPool, type PoolRow } from '../pools/pool-row.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'
import { giveMoveJob, loadMove, type MoveRow } from './move-row.ts'
import { moveGuestKind } from './pool-moves.kind.ts'

/**
 * Locks both hosts and has the agent move the guest.
 * @throws AppError `pool-not-found`, `move-not-found`, as `confirmPerson` does, `person-needed`,
 *   `own-plan`, `not-planned`, `plan-expired`, `pool-host-busy`, `weight-busy`, `host-busy`
 */
export async function startMove(
  deps: Deps,
  actor: Actor,
  { id: poolId, moveId }: { id: string; moveId: string },
  proof: Proof,
): Promise<{ move: MoveRow; job: JobModel }> {
  const { principal } = actor
  requireEverywhere(principal, 'plans:apply')
  const { guestName } = await loadMove(deps.db, moveId, poolId)
  const act = { action: 'pool.move', target: { kind: 'pool', id: poolId, name: guestName } }
  await confirmPerson(deps, actor, proof, act)
  return deps.db
    .$transaction(async (tx) => {
      const pool = await lockPool(tx, poolId)
      const move = await loadMove(tx, moveId, poolId)
      refuseUnplanned(move)
      await refuseSamePerson(tx, move, principal)
      await refuseStoring(tx, move)
      await lockHosts(tx, pool, move)
      await tx.poolMove.update({
        where: { id: moveId },
        data: {
          state: 'moving',
          startedAt: new Date(),
          startedById: principal.userId,
          startedBy: principal.name,
        },
      })
      const { fromHostName: from, toHostName: to } = move
      await audit(tx, actor, { ...act, detail: { moveId, guest: guestName, from, to } })
      return giveMoveJob(deps, tx, move, moveGuestKind, principal.userId)
    })
    .catch((error) => {
      if (!isUniqueViolation(error)) throw error
      throw conflict('pool-host-busy', 'Another move from or to one of these hosts is under way.')
    })
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
    await refuseWriting(tx, guestUuids)
  }
}

async function refuseWriting(tx: Tx, guestUuids: readonly string[]): Promise<void> {
  const hosts = await tx.host.findMany({
    where: { domains: { some: { xenUuid: { in: [...guestUuids] }, goneAt: null } } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id: hostId } of hosts) {
    await lockHost(tx, hostId)
    const state = { in: ['confirmed', 'applying'] }
    if ((await tx.application.count({ where: { hostId, state } })) > 0)
      throw conflict('host-busy', 'Weights are being written on one of these hosts right now.')
  }
}
