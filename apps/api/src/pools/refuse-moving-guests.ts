import type { Tx } from '../db.ts'
import { conflict } from '../errors.ts'

/**
 * While a guest moves, weights stay as they are on both hosts, whichever way they are reached.
 * @throws AppError `guest-moving`
 */
export async function refuseMovingGuests(tx: Tx, hostId: string): Promise<void> {
  const domains = await tx.domain.findMany({
    where: { hostId, goneAt: null, xenUuid: { not: null } },
    select: { xenUuid: true },
  })
  const guestUuids = { hasSome: domains.flatMap(({ xenUuid }) => xenUuid ?? []) }
  const moving = await tx.movingHost.findFirst({
    where: { guestUuids },
    select: { move: { select: { guestName: true } } },
  })
  if (moving) {
    throw conflict(
      'guest-moving',
      `${moving.move.guestName} is being moved from or to this host; wait until that has ended.`,
    )
  }
}
