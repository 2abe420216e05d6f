import { type Db, Prisma, type Tx } from '../../db.ts'
import type { WindowSeconds } from '../levels.ts'

/** Windows of one length of a host that begin in a range. */
export interface WantedWindows {
  hostId: string
  seconds: WindowSeconds
  from: Date
  to: Date
}

/**
 * SQL for the times without a gap that cold windows of the range cover, with columns `from` and `to`.
 * They may begin before the range and end after it. No file has to be read for it.
 */
export function coldTimes({ hostId, seconds, from, to }: WantedWindows): Prisma.Sql {
  return Prisma.sql`
    SELECT "time"."from", "time"."to"
      FROM "ColdWindows",
           unnest("ColdWindows"."observedFrom", "ColdWindows"."observedTo") AS "time" ("from", "to")
     WHERE "hostId" = ${hostId}::uuid AND "seconds" = ${seconds}::int
       AND "ColdWindows"."from" < ${to} AND "ColdWindows"."to" > ${from}
       AND "time"."from" < ${to} AND "time"."to" - make_interval(secs => ${seconds}) >= ${from}`
}

/** When the first cold window of the range begins; null where there is none. */
export async function firstCold(db: Db | Tx, wanted: WantedWindows): Promise<Date | null> {
  const { seconds, from, to } = wanted
  const [first] = await db.$queryRaw<[{ at: Date | null }]>`
    SELECT min("at") AS "at"
      FROM (${coldTimes(wanted)}) AS "times",
           greatest("from", to_timestamp(
             ceil(extract(epoch FROM ${from}::timestamptz) / ${seconds}::int) * ${seconds}::int)) AS "at"
     WHERE "at" < ${to}`
  return first.at
}
