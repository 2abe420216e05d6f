import type { Observation } from '@steelyard/traces'
import { type Db, Prisma, type Tx } from '../db.ts'
import { dateOf, epochSecondsOf } from '../epoch.ts'
import { WATCH_CHANNEL } from '../queue/listener.ts'
import { type Amounts, amountsOf, gain, NOTHING, sum } from './amounts-of.ts'
import { firstCold } from './cold/cold-times.ts'
import { LEVELS, mayBeCold, startOfWindow, WINDOW_SECONDS, type WindowSeconds } from './levels.ts'
import { mergeHostWindows } from './merge-host-windows.ts'
import { ensurePartition } from './partitions.ts'
import { type HostWindow, loadWindows, loadWindowsAt, writeWindows } from './window-rows.ts'

/** How the longer windows come from the shorter ones. */
const STEPS: readonly { from: WindowSeconds; into: WindowSeconds }[] = [
  { from: 10, into: 60 },
  { from: 60, into: 3600 },
]

/**
 * Stores windows of 10 s, new ones or corrected ones, and with them the minutes and hours that they
 * belong to, once those are over, and the totals of the domains. All of it is stored or nothing.
 *
 * @param heldBy who holds the watch: an agent whose watch another one has taken over stores nothing
 * @returns whether the windows were stored
 */
export async function storeWindows(
  db: Db,
  hostId: string,
  windows: readonly HostWindow[],
  heldBy: string | null = null,
): Promise<boolean> {
  if (windows.length === 0) return true
  const starts = windows.map(({ startEpochSeconds }) => startEpochSeconds)
  // Before the transaction, because nobody can make a partition while windows are written.
  for (const start of starts)
    for (const level of LEVELS)
      await ensurePartition(db, level, startOfWindow(start, level.seconds))
  return db.$transaction(async (tx) => {
    const watch = await holdWatch(tx, hostId, heldBy)
    if (!watch) return false
    const before = watch.storedTo && epochSecondsOf(watch.storedTo)
    const storedTo = Math.max(...starts.map((start) => start + WINDOW_SECONDS), before ?? 0)
    await addToTotals(tx, hostId, windows)
    await writeWindows(tx, hostId, WINDOW_SECONDS, windows)
    let changed = starts
    for (const { from, into } of STEPS) {
      changed = overBy(storedTo, into, before, changed)
      await mergeWindows(tx, hostId, from, into, changed)
    }
    await tx.watch.update({ where: { hostId }, data: { storedTo: dateOf(storedTo) } })
    await notifyWatch(tx, hostId)
    return true
  })
}

/** Wakes at commit whoever follows the watch of this host. */
export async function notifyWatch(tx: Db | Tx, hostId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${WATCH_CHANNEL}, ${hostId})`
}

async function holdWatch(tx: Tx, hostId: string, heldBy: string | null) {
  // New windows refer to the host's row. It is locked before the watch, as by those who change a
  // watch or delete its host: each would wait for the other if it came first here and last there.
  await tx.$executeRaw`SELECT 1 FROM "Host" WHERE "id" = ${hostId}::uuid FOR KEY SHARE`
  const [watch] = await tx.$queryRaw<{ storedTo: Date | null }[]>`
    SELECT "storedTo" FROM "Watch"
     WHERE "hostId" = ${hostId}::uuid AND "heldBy" IS NOT DISTINCT FROM ${heldBy}
       FOR UPDATE`
  return watch ?? null
}

/**
 * The starts of the longer windows that are over and lack something that the shorter ones know. One
 * that was not over when something was last stored ended in a gap, or ends with these windows.
 */
function overBy(
  storedTo: number,
  seconds: WindowSeconds,
  before: number | null,
  changed: readonly number[],
): number[] {
  const wasUnfinished = before !== null && before % seconds > 0
  const starts = (wasUnfinished ? [...changed, before] : changed).map((start) =>
    startOfWindow(start, seconds),
  )
  return [...new Set(starts)].filter((start) => start + seconds <= storedTo)
}

async function mergeWindows(
  tx: Tx,
  hostId: string,
  from: WindowSeconds,
  into: WindowSeconds,
  starts: readonly number[],
): Promise<void> {
  const merged: HostWindow[] = []
  for (const start of starts) {
    // What was merged from windows that are in a file says more than those that came so late.
    const wanted = { hostId, seconds: from, from: dateOf(start), to: dateOf(start + into) }
    if (mayBeCold(start) && (await firstCold(tx, wanted))) continue
    const range = { fromEpochSeconds: start, toEpochSeconds: start + into }
    const window = { windowStartEpochSeconds: start, windowSeconds: into }
    const observations = mergeHostWindows(await loadWindows(tx, hostId, from, range), window)
    merged.push({ startEpochSeconds: start, observations, arrivals: null })
  }
  await writeWindows(tx, hostId, into, merged)
}

/**
 * Adds windows that are about to be written to what was ever observed of each domain. Of a window
 * that is corrected only what is more than before. The caller holds the watch, and with it the totals.
 */
async function addToTotals(tx: Tx, hostId: string, windows: readonly HostWindow[]): Promise<void> {
  const starts = windows.map(({ startEpochSeconds }) => startEpochSeconds)
  const stored = await loadWindowsAt(tx, hostId, WINDOW_SECONDS, starts)
  const before = new Map(stored.map((each) => [keyOf(each), amountsOf(each)]))
  const added = new Map<string, Amounts>()
  for (const each of windows.flatMap(({ observations }) => observations)) {
    const more = gain(amountsOf(each), before.get(keyOf(each)) ?? NOTHING)
    added.set(each.domain, sum(added.get(each.domain) ?? NOTHING, more))
  }
  if (added.size > 0) await addAmounts(tx, hostId, added)
}

function keyOf({ domain, windowStartEpochSeconds }: Observation): string {
  return `${windowStartEpochSeconds} ${domain}`
}

async function addAmounts(
  tx: Tx,
  hostId: string,
  added: ReadonlyMap<string, Amounts>,
): Promise<void> {
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
