import { type Db, Prisma } from '../../db.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'

/** A watch that nobody has renewed for so long is free: its agent is gone. */
export const LEASE_SECONDS = 20

/** Takes watches that no agent holds. An agent that does so meanwhile takes others. */
export async function claimFree(db: Db, heldBy: string, most: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "Watch" SET "heldBy" = ${heldBy}, "heldUntil" = ${until}
     WHERE "hostId" IN (
       SELECT "hostId" FROM "Watch"
        WHERE "heldUntil" IS NULL OR "heldUntil" < now()
        LIMIT ${most} FOR UPDATE SKIP LOCKED)`
}

/**
 * Says that this agent goes on watching.
 * @returns the watches that it still holds
 */
export async function renewHeld(db: Db, heldBy: string): Promise<WatchModel[]> {
  await db.$executeRaw`UPDATE "Watch" SET "heldUntil" = ${until} WHERE "heldBy" = ${heldBy}`
  return db.watch.findMany({ where: { heldBy } })
}

/** Lets another agent take over at once. */
export async function release(db: Db, heldBy: string): Promise<void> {
  await db.watch.updateMany({ where: { heldBy }, data: { heldBy: null, heldUntil: null } })
}

/** By the clock of the database, which is one for all agents. */
const until = Prisma.sql`now() + make_interval(secs => ${LEASE_SECONDS}::float8)`
