import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'

const BEAT_EVERY_MS = 3000

/**
 * Three beats: less than the launcher waits before it kills what hangs, so that it is seen before, and
 * more than a busy machine delays a beat. The queue, too, takes a worker for dead after 10 s.
 */
const MISSED_AFTER_SECONDS = 10

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

/** Throws unless a process of that name has given a sign of life lately. */
export async function requireHeartbeat({ db }: Deps, name: Beating): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Heartbeat"
      WHERE "process" = ${name} AND "beatAt" > now() - make_interval(secs => ${MISSED_AFTER_SECONDS})`
  if (rows.length === 0) {
    throw new Error(`no ${name} has given a sign of life for ${MISSED_AFTER_SECONDS} seconds`)
  }
}
