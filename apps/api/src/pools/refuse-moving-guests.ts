import type { Prisma, Tx } from '../db.ts'
import { conflict } from '../errors.ts'

/**
 * While a guest moves, weights stay as they are on both hosts, whichever way they are reached. A member
 * of a pool of hosts is known by its id, one behind XAPI by its guests.
 * @throws AppError `guest-moving`
 */
export async function refuseMovingGuests(tx: Tx, hostId: string): Promise<void> {
  const domains = await tx.domain.findMany({
    where: { hostId, goneAt: null, xenUuid: { not: null } },
    select: { xenUuid: true },
  })
  const guestUuids = { hasSome: domains.flatMap(({ xenUuid }) => xenUuid ?? []) }
  await refuse(tx, { OR: [{ hostUuid: hostId }, { guestUuids }] })
}

/**
 * While a guest moves over SSH, both hosts stay connected: they are asked afterwards where it is.
 * @throws AppError `guest-moving`
 */
export async function refuseWhileMoving(tx: Tx, hostId: string): Promise<void> {
  await refuse(tx, { hostUuid: hostId, move: { state: 'moving' } })
}

async function refuse(tx: Tx, where: Prisma.MovingHostWhereInput): Promise<void> {
  const moving = await tx.movingHost.findFirst({
    where,
    select: { move: { select: { guestName: true } } },
  })
  if (moving)
    throw conflict(
      'guest-moving',
      `${moving.move.guestName} is being moved from or to this host; wait until that has ended.`,
    )
}
