import type { Actor } from '../access/actor.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import type { probePoolKind, readPoolKind } from './pool-jobs.kind.ts'

/** What every process but the agent reads of a pool: all but its keys. */
export const shownPool = {
  omit: { privateKeySealed: true, passwordSealed: true },
  include: { members: { orderBy: { address: 'asc' } } },
} satisfies Prisma.PoolDefaultArgs

export type PoolRow = Prisma.PoolGetPayload<typeof shownPool>

/** @throws AppError `pool-not-found` */
export async function loadPool(db: Db | Tx, id: string): Promise<PoolRow> {
  const row = await db.pool.findUnique({ where: { id }, ...shownPool })
  if (!row) throw notFound('pool')
  return row
}

/**
 * Until the transaction ends, nobody else changes the pool.
 * @throws AppError `pool-not-found`
 */
export async function lockPool(tx: Tx, id: string): Promise<PoolRow> {
  await tx.$queryRaw`SELECT 1 FROM "Pool" WHERE id = ${id}::uuid FOR UPDATE`
  return loadPool(tx, id)
}

/** Enqueues work on a pool for the agent, in the transaction of the change that asks for it. */
export async function startPoolJob(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  kind: typeof probePoolKind | typeof readPoolKind,
  poolId: string,
): Promise<{ pool: PoolRow; job: JobModel }> {
  const job = await deps.queue.enqueue(
    tx,
    kind,
    { poolId },
    { subject: { kind: 'pool', id: poolId }, createdById: actor.principal.userId },
  )
  await tx.pool.update({ where: { id: poolId }, data: { jobId: job.id } })
  return { pool: await loadPool(tx, poolId), job }
}
