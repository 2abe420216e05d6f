import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'

const BEAT_EVERY_MS = 5000

/** The processes whose work nobody sees when they stand still. */
type Beating = 'worker' | 'agent'

/** Notes at once and then every few seconds that this process works; returns what ends it. */
export async function startHeartbeat({ db }: Deps, name: Beating): Promise<() => Promise<void>> {
  await beat(db, name)
  let beating: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A beat that fails needs no message: readiness reports the lack of beats.
    beating = beat(db, name).catch(() => {})
  }, BEAT_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await beating
  }
}

/** Uses the clock of the database, because processes may run on several machines. */
export async function beat(db: Db, name: Beating): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Heartbeat" VALUES (${name}, now())
      ON CONFLICT ("process") DO UPDATE SET "beatAt" = now()`
}

/** Throws unless a process of that name has given a sign of life within the last 20 seconds. */
export async function requireHeartbeat({ db }: Deps, name: Beating): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Heartbeat"
      WHERE "process" = ${name} AND "beatAt" > now() - interval '20 seconds'`
  if (rows.length === 0) throw new Error(`no ${name} has given a sign of life for 20 seconds`)
}
