import { type Db, inSeconds, Prisma } from '../../../db.ts'

const EVERY_SECONDS = 60
/** A pool whose agent was killed is free after that. Its hosts keep steps of 5 s for ten minutes. */
export const LEASE_SECONDS = 180

/** What only a person can settle: to go on would lock the account, or trust whoever answers. */
const FOR_A_PERSON = [
  'auth-failed',
  'certificate-changed',
  'coordinator-not-pinned',
  'permission-denied',
  'address-refused',
  'key-unreadable',
]

/** Takes pools that are due and that no other agent reads. */
export async function claimPools(db: Db, most: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ poolId: string }[]>`
    INSERT INTO "PoolWatch" AS "watch" ("poolId", "dueAt")
    SELECT "pool"."id", ${inSeconds(LEASE_SECONDS)}
      FROM "Pool" "pool" LEFT JOIN "PoolWatch" "own" ON "own"."poolId" = "pool"."id"
     WHERE "pool"."passwordSealed" IS NOT NULL
       AND ("pool"."state" = 'connected' OR "pool"."state" = 'failing'
            AND ("pool"."problem"->>'code') <> ALL (${FOR_A_PERSON}))
       AND coalesce("own"."dueAt" <= now(), true)
     ORDER BY "own"."dueAt" NULLS FIRST
     LIMIT ${most}
        ON CONFLICT ("poolId") DO UPDATE SET "dueAt" = EXCLUDED."dueAt"
     WHERE "watch"."dueAt" <= now()
    RETURNING "poolId"`
  return rows.map(({ poolId }) => poolId)
}

/** Says when a pool that was claimed is due again: a minute after that, or at once. */
export async function releasePool(db: Db, poolId: string, atOnce: boolean): Promise<void> {
  const dueAt = atOnce
    ? Prisma.sql`now()`
    : Prisma.sql`"dueAt" + make_interval(secs => ${EVERY_SECONDS - LEASE_SECONDS}::float8)`
  await db.$executeRaw`
    UPDATE "PoolWatch" SET "dueAt" = ${dueAt} WHERE "poolId" = ${poolId}::uuid`
}
