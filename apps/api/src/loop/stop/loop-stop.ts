import type { Db, Tx } from '../../db.ts'
import type { LoopStopModel } from '../../generated/prisma/models.ts'

/** Any fixed number will do. */
const STOP_LOCK = 0x10095709

/** @returns null while nothing is stopped */
export function findStop(db: Db | Tx): Promise<LoopStopModel | null> {
  return db.loopStop.findUnique({ where: { id: 1 } })
}

/**
 * As `findStop`; until the transaction ends, nobody can stop or resume. Once
 * someone is told that everything is stopped, nothing more begins.
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
