import type { Tx } from '../../db.ts'
import { unprocessable } from '../../errors.ts'
import { type FilePlace, measureRoom, noSpaceLeft } from './require-room.ts'

/** Any fixed number that no other lock in this database uses. */
const ROOM_LOCK = 0x5b00f11e
/** Files that one person announces and never sends must not keep all others from sending theirs. */
const SHARE_OF_ONE_PERSON = 0.75

/**
 * Makes sure that a new file fits beside everything that unfinished files still await. The row that
 * the same transaction creates is the reservation, so no two files can get the same room: call it
 * last, because the room is locked from here to the commit.
 * @throws AppError `no-space-left`, `too-much-reserved`
 */
export async function reserveRoom(
  tx: Tx,
  place: FilePlace,
  userId: string | null,
  bytes: number,
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ROOM_LOCK})`
  const { freeBytes, awaitedBytes } = await measureRoom(place, tx)
  if (awaitedBytes + bytes > freeBytes) throw noSpaceLeft('a file of this size')
  if ((await awaitedFrom(tx, userId)) + bytes > freeBytes * SHARE_OF_ONE_PERSON) {
    throw unprocessable(
      'too-much-reserved',
      'Your unfinished files would reserve more than three quarters of the room that is left. Finish or remove some of them, or delete uploads that are no longer needed.',
    )
  }
}

async function awaitedFrom(tx: Tx, userId: string | null): Promise<number> {
  const { _sum } = await tx.uploadFile.aggregate({
    where: { createdById: userId },
    _sum: { sizeBytes: true, receivedBytes: true },
  })
  return Number((_sum.sizeBytes ?? 0n) - (_sum.receivedBytes ?? 0n))
}
