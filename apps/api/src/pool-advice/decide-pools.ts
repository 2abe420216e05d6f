import { type Db, inSeconds } from '../db.ts'
import type { Deps } from '../deps.ts'
import { decidePool } from './decide-pool.ts'

const EVERY_SECONDS = 60
/** A pool whose worker was killed is free after that. */
const LEASE_SECONDS = 180

/** Worker: decides about each pool once a minute, each on one worker at a time. */
export async function decidePools({ db, log }: Pick<Deps, 'db' | 'log'>, stopping: AbortSignal) {
  for (;;) {
    const poolId = stopping.aborted ? null : await claimPool(db)
    if (poolId === null) return
    const signal = AbortSignal.any([stopping, AbortSignal.timeout((LEASE_SECONDS - 30) * 1000)])
    // What fails about one pool must not keep the others waiting.
    await decidePool(db, poolId, signal).catch((err) => {
      if (!stopping.aborted) log.error({ err, poolId }, 'nothing was decided about a pool')
    })
    await release(db, poolId)
  }
}

async function claimPool(db: Db): Promise<string | null> {
  const [claimed] = await db.$queryRaw<{ poolId: string }[]>`
    INSERT INTO "PoolDecision" AS "decision" ("poolId", "dueAt")
    SELECT "pool"."id", ${inSeconds(LEASE_SECONDS)}
      FROM "Pool" "pool" LEFT JOIN "PoolDecision" "own" ON "own"."poolId" = "pool"."id"
     WHERE "pool"."inventory" IS NOT NULL AND coalesce("own"."dueAt" <= now(), true)
     ORDER BY "own"."dueAt" NULLS FIRST
     LIMIT 1
        ON CONFLICT ("poolId") DO UPDATE SET "dueAt" = EXCLUDED."dueAt"
     WHERE "decision"."dueAt" <= now()
    RETURNING "poolId"`
  return claimed?.poolId ?? null
}

async function release(db: Db, poolId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "PoolDecision" SET "dueAt" = ${inSeconds(EVERY_SECONDS)} WHERE "poolId" = ${poolId}::uuid`
}
