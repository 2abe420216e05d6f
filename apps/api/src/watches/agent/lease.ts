import { type Db, inSeconds } from '../../db.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { isAlive } from '../../health/heartbeat.ts'
import type { Census } from './fair-share.ts'

/** A watch that nobody has renewed for so long is free: its agent is gone. */
export const LEASE_SECONDS = 15

/** Counts what the shares follow from. An agent counts itself, however late its heartbeat is. */
export async function takeCensus(db: Db, heldBy: string): Promise<Census> {
  const [census] = await db.$queryRaw<[Census]>`
    SELECT count(*)::int AS "watches",
           (count(*) FILTER (WHERE "heldBy" = ${heldBy}))::int AS "held",
           (SELECT count(*)::int + 1 FROM "Heartbeat"
             WHERE "process" = 'agent' AND "instance" <> ${heldBy} AND ${isAlive}) AS "agents"
      FROM "Watch"`
  return census
}

/** Takes watches that no agent holds. An agent that does so meanwhile takes others. */
export async function claimFree(db: Db, heldBy: string, most: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "Watch" SET "heldBy" = ${heldBy}, "heldUntil" = ${inSeconds(LEASE_SECONDS)}
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
  await db.$executeRaw`UPDATE "Watch" SET "heldUntil" = ${inSeconds(LEASE_SECONDS)} WHERE "heldBy" = ${heldBy}`
  return db.watch.findMany({ where: { heldBy } })
}

/** Lets another agent take over at once: this host, or all that the agent holds. */
export async function release(db: Db, heldBy: string, hostId?: string): Promise<void> {
  await db.watch.updateMany({
    where: { heldBy, ...(hostId === undefined ? {} : { hostId }) },
    data: { heldBy: null, heldUntil: null },
  })
}
