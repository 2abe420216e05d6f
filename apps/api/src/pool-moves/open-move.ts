import type { PoolHost } from '@steelyard/xapi'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Prisma, Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import type { PoolRow } from '../pools/pool-row.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import { auditedMove, type MoveRow, moveParts } from './move-row.ts'

export interface MoveWish {
  guestUuid: string
  toHostUuid: string
}

/** In whose name a move is planned, and which one it undoes. */
export type MoveOrigin = Pick<
  Prisma.PoolMoveUncheckedCreateInput,
  'createdById' | 'createdBy' | 'undoesId'
>

/**
 * A move that is yet to be checked, and its audit row.
 * @param pool which the transaction has locked
 * @throws AppError `pool-not-read`, `guest-unknown`, `host-unknown`, `already-there`,
 *   `member-not-confirmed`, `not-connected`
 */
export async function openMove(
  tx: Tx,
  actor: Actor,
  pool: PoolRow,
  { guestUuid, toHostUuid }: MoveWish,
  origin: MoveOrigin,
): Promise<MoveRow> {
  const inventory = poolInventory.readIfAny(pool.inventory)
  if (!inventory) throw conflict('pool-not-read', 'Read the pool first: its guests are not known.')
  const hostOf = (uuid: string | null) => inventory.hosts.find((host) => host.uuid === uuid)
  const guest = inventory.guests.find(({ uuid }) => uuid === guestUuid.toLowerCase())
  const from = hostOf(guest?.hostUuid ?? null)
  const to = hostOf(toHostUuid.toLowerCase())
  if (!guest || !from)
    throw conflict(
      'guest-unknown',
      'No guest with that UUID runs in the pool, by its last reading.',
    )
  if (!to) throw conflict('host-unknown', 'No host of the pool has that UUID, by its last reading.')
  if (to === from) throw conflict('already-there', `${guest.name} runs on ${to.name} already.`)
  for (const host of [from, to]) await refuseUnreachable(tx, pool, host)
  return addMove(tx, actor, pool, {
    guestUuid: guest.uuid,
    guestName: guest.name,
    fromHostUuid: from.uuid,
    fromHostName: from.name,
    toHostUuid: to.uuid,
    toHostName: to.name,
    ...origin,
  })
}

/** Notes a move, with its audit row. */
export async function addMove(
  tx: Tx,
  actor: Actor,
  { id: poolId, name }: PoolRow,
  data: Omit<Prisma.PoolMoveUncheckedCreateInput, 'poolId'>,
  detail: Record<string, string> = {},
): Promise<MoveRow> {
  const move = await tx.poolMove.create({ data: { poolId, ...data }, ...moveParts })
  const target = { kind: 'pool', id: poolId, name }
  await audit(tx, actor, {
    action: 'pool.plan-move',
    target,
    detail: { ...auditedMove(move), ...detail },
  })
  return move
}

/**
 * Where the guest is afterwards is asked of both hosts, and a host is asked over a confirmed certificate
 * alone, or over SSH where its pool is one of hosts.
 */
async function refuseUnreachable(
  tx: Tx,
  { kind, members }: PoolRow,
  { uuid, address, name }: PoolHost,
): Promise<void> {
  if (kind === 'hosts') {
    const isConnected = { hostId: uuid, state: 'connected', pinnedFingerprint: { not: null } }
    if ((await tx.sshAccess.count({ where: isConnected })) > 0) return
    throw conflict('not-connected', `${name} is not connected over SSH now. See its page first.`)
  }
  const member = members.find((each) => each.address === address)
  if (member?.pinnedFingerprint) return
  throw conflict(
    'member-not-confirmed',
    `Confirm the certificate of ${name} first: both hosts are asked where the guest is afterwards.`,
  )
}
