import type { Db, Tx } from '../../db.ts'
import type { LoopStopModel } from '../../generated/prisma/models.ts'

/** Any fixed number will do. */
const STOP_LOCK = 0x10095709

/** @returns null while nothing is stopped */
export function findStop(db: Db | Tx): Promise<LoopStopModel | null> {
  return db.loopStop.findUnique({ where: { id: 1 } })
}

/**
 * Reads what `findStop` reads, and lets nobody stop or resume until the transaction ends. So nothing
 * more begins once someone is told that everything is stopped.
 */
export async function holdStop(tx: Tx): Promise<LoopStopModel | null> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock_shared(${STOP_LOCK})::text`
  return findStop(tx)
}

/** Waits for the steps that are being taken, and lets none begin until the transaction ends. */
export async function lockStop(tx: Tx): Promise<LoopStopModel | null> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${STOP_LOCK})::text`
  return findStop(tx)
}
