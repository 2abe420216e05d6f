import { type Db, Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'

const BEAT_EVERY_MS = 3000

/**
 * Three beats: less than the launcher waits before it kills what hangs, so that it is seen before, and
 * more than a busy machine delays a beat. The queue, too, takes a worker for dead after 10 s.
 */
const MISSED_AFTER_SECONDS = 10

/** The processes whose work nobody sees when they stand still. */
type Beating = 'worker' | 'agent'

type Beater = Pick<Deps, 'db' | 'instance'>

/**
 * Notes at once and then every few seconds that this process works; returns what ends it, and says at
 * once that it has ended.
 */
export async function startHeartbeat(deps: Beater, name: Beating): Promise<() => Promise<void>> {
  await forgetDead(deps.db)
  await beat(deps, name)
  let beating: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A beat that fails needs no message: readiness reports the lack of beats.
    beating = beat(deps, name).catch(() => {})
  }, BEAT_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await beating
    await deps.db.heartbeat.deleteMany({ where: { instance: deps.instance } })
  }
}

/** Uses the clock of the database, because processes may run on several machines. */
export async function beat({ db, instance }: Beater, name: Beating): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Heartbeat" ("instance", "process", "beatAt") VALUES (${instance}, ${name}, now())
      ON CONFLICT ("instance") DO UPDATE SET "beatAt" = now()`
}

/** What was killed could not take its row away. */
async function forgetDead(db: Db): Promise<void> {
  await db.$executeRaw`DELETE FROM "Heartbeat" WHERE "beatAt" < now() - interval '1 hour'`
}

/** A condition on rows of "Heartbeat": the process has given a sign of life lately. */
export const isAlive = Prisma.sql`"beatAt" > now() - make_interval(secs => ${MISSED_AFTER_SECONDS}::float8)`

/** Throws unless a process of that name has given a sign of life lately. */
export async function requireHeartbeat({ db }: Pick<Deps, 'db'>, name: Beating): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Heartbeat" WHERE "process" = ${name} AND ${isAlive} LIMIT 1`
  if (rows.length === 0) {
    throw new Error(`no ${name} has given a sign of life for ${MISSED_AFTER_SECONDS} seconds`)
  }
}
