import type { Tx } from '../db.ts'
import type { Amounts } from '../windows/amounts-of.ts'

/** All that was ever observed of a domain. */
export interface DomainTotals extends Amounts {
  host: string
  domain: string
}

/** Of the domains that are on watched hosts now. */
export function readTotals(tx: Tx): Promise<DomainTotals[]> {
  return tx.$queryRaw`
    SELECT "Host"."name" AS "host", "total"."domain", "total"."requests", "total"."cpuSeconds",
           "total"."waitSeconds", "total"."responseSeconds", "total"."responses"
      FROM "WatchTotals" AS "total"
      JOIN "Host" ON "Host"."id" = "total"."hostId"
      JOIN "Watch" ON "Watch"."hostId" = "Host"."id"
      JOIN "Domain" ON "Domain"."hostId" = "Host"."id"
       AND "Domain"."name" = "total"."domain" AND "Domain"."goneAt" IS NULL
     ORDER BY 1, 2`
}
