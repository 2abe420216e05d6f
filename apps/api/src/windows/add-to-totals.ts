import type { Observation } from '@steelyard/traces'
import { Prisma, type Tx } from '../db.ts'
import { type Amounts, amountsOf, gain, NOTHING, sum } from './amounts-of.ts'
import { WINDOW_SECONDS } from './levels.ts'
import { type HostWindow, loadWindowsAt } from './window-rows.ts'

/**
 * Adds windows that are about to be written to what was ever observed of each domain. Of a window
 * that is corrected only what is more than before. The caller holds the watch, and with it the totals.
 */
export async function addToTotals(
  tx: Tx,
  hostId: string,
  windows: readonly HostWindow[],
): Promise<void> {
  const starts = windows.map(({ startEpochSeconds }) => startEpochSeconds)
  const stored = await loadWindowsAt(tx, hostId, WINDOW_SECONDS, starts)
  const before = new Map(stored.map((each) => [keyOf(each), amountsOf(each)]))
  const added = new Map<string, Amounts>()
  for (const each of windows.flatMap(({ observations }) => observations)) {
    const more = gain(amountsOf(each), before.get(keyOf(each)) ?? NOTHING)
    added.set(each.domain, sum(added.get(each.domain) ?? NOTHING, more))
  }
  if (added.size > 0) await add(tx, hostId, added)
}

function keyOf({ domain, windowStartEpochSeconds }: Observation): string {
  return `${windowStartEpochSeconds} ${domain}`
}

async function add(tx: Tx, hostId: string, added: ReadonlyMap<string, Amounts>): Promise<void> {
  const rows = [...added].map(
    ([domain, { requests, cpuSeconds, waitSeconds, responseSeconds, responses }]) =>
      Prisma.sql`(${hostId}::uuid, ${domain}, ${requests}::float8, ${cpuSeconds}::float8,
        ${waitSeconds}::float8, ${responseSeconds}::float8, ${responses}::float8[])`,
  )
  await tx.$executeRaw`
    INSERT INTO "WatchTotals" AS "total"
           ("hostId", "domain", "requests", "cpuSeconds", "waitSeconds", "responseSeconds", "responses")
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("hostId", "domain") DO UPDATE
       SET "requests" = "total"."requests" + EXCLUDED."requests",
           "cpuSeconds" = "total"."cpuSeconds" + EXCLUDED."cpuSeconds",
           "waitSeconds" = "total"."waitSeconds" + EXCLUDED."waitSeconds",
           "responseSeconds" = "total"."responseSeconds" + EXCLUDED."responseSeconds",
           "responses" = ARRAY(
             SELECT "old" + "more"
               FROM unnest("total"."responses", EXCLUDED."responses")
                    WITH ORDINALITY AS "both" ("old", "more", "position")
              ORDER BY "position")`
}
