import { type Db, Prisma } from './db.ts'

/** For how long an answer that depends on the time may be shown again. */
const MOMENT_SECONDS = 10

/**
 * Names the present state of all that people are shown: the name stays as long as none of it changes,
 * but no longer than a moment. With the start of the server, because after a restored backup the sums
 * have been there before.
 */
export function databaseVersion(db: Db): Promise<string> {
  return versionOf(db, Prisma.sql`TRUE`)
}

/** The same, for what depends neither on watches nor on their windows, which come all the time. */
export function versionBesideWatches(db: Db): Promise<string> {
  return versionOf(db, Prisma.sql`"part" <> 'watched'`)
}

async function versionOf(db: Db, which: Prisma.Sql): Promise<string> {
  const [row] = await db.$queryRaw<[{ version: string }]>`
    SELECT concat_ws(' ', pg_postmaster_start_time(),
                     floor(extract(epoch FROM now()) / ${MOMENT_SECONDS}::int),
                     (SELECT sum("transactions") FROM "Change" WHERE ${which})) AS "version"`
  return row.version
}

/** Few enough to be added up for every read. */
const MOST_ROWS = 100

/** Puts many rows together; their sum stays. */
export async function mergeChanges(db: Db): Promise<void> {
  if ((await db.change.count()) < MOST_ROWS) return
  await db.$executeRaw`
    WITH "gone" AS (DELETE FROM "Change" RETURNING "part", "transactions")
    INSERT INTO "Change" ("part", "transactions")
    SELECT "part", sum("transactions") FROM "gone" GROUP BY "part"`
}
