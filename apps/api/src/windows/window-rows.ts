import type { TimeSpan } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import { type Db, Prisma, type Tx } from '../db.ts'
import { dateOf, epochSecondsOf } from '../epoch.ts'
import type { WindowSeconds } from './levels.ts'
import { packArrivals, unpackArrivals, type WindowArrivals } from './packed-arrivals.ts'
import { packWindow, unpackWindow } from './packed-window.ts'

/** What was observed of a host in one window. */
export interface HostWindow {
  startEpochSeconds: number
  /** Empty where nothing was observed: such a window is a gap, and has no row. */
  observations: Observation[]
  arrivals: WindowArrivals | null
}

/** Writes windows of one length in the place of those that were there. */
export async function writeWindows(
  tx: Tx,
  hostId: string,
  seconds: WindowSeconds,
  windows: readonly HostWindow[],
): Promise<void> {
  const gaps = windows.filter(({ observations }) => observations.length === 0)
  if (gaps.length > 0) {
    const windowStart = { in: gaps.map(({ startEpochSeconds }) => dateOf(startEpochSeconds)) }
    await tx.watchWindow.deleteMany({ where: { hostId, seconds, windowStart } })
  }
  const rows = windows
    .filter(({ observations }) => observations.length > 0)
    .map(
      ({ startEpochSeconds, observations, arrivals }) =>
        Prisma.sql`(${hostId}::uuid, ${seconds}::int, ${dateOf(startEpochSeconds)}::timestamptz,
          ${packWindow(observations)}::bytea, ${arrivals && packArrivals(arrivals)}::bytea)`,
    )
  if (rows.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "WatchWindow" ("hostId", "seconds", "windowStart", "observations", "arrivals")
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("hostId", "seconds", "windowStart") DO UPDATE
       SET "observations" = EXCLUDED."observations", "arrivals" = EXCLUDED."arrivals", "storedAt" = now()`
}

/** The observations of the windows of one length that begin in the range, oldest first. */
export async function loadWindows(
  db: Db | Tx,
  hostId: string,
  seconds: WindowSeconds,
  { fromEpochSeconds, toEpochSeconds }: TimeSpan,
): Promise<Observation[]> {
  const windowStart = { gte: dateOf(fromEpochSeconds), lt: dateOf(toEpochSeconds) }
  return unpacked(db, { hostId, seconds, windowStart })
}

/** The observations of the windows of one length that begin at these moments, oldest first. */
export async function loadWindowsAt(
  db: Db | Tx,
  hostId: string,
  seconds: WindowSeconds,
  starts: readonly number[],
): Promise<Observation[]> {
  return unpacked(db, { hostId, seconds, windowStart: { in: starts.map(dateOf) } })
}

/** All that is stored of the windows of one length that begin in the range, oldest first. */
export async function loadHostWindows(
  db: Db | Tx,
  hostId: string,
  seconds: WindowSeconds,
  { fromEpochSeconds, toEpochSeconds }: TimeSpan,
): Promise<HostWindow[]> {
  const windowStart = { gte: dateOf(fromEpochSeconds), lt: dateOf(toEpochSeconds) }
  const rows = await db.watchWindow.findMany({
    where: { hostId, seconds, windowStart },
    orderBy: { windowStart: 'asc' },
  })
  return rows.map(({ windowStart, observations, arrivals }) => {
    const startEpochSeconds = epochSecondsOf(windowStart)
    const window = { windowStartEpochSeconds: startEpochSeconds, windowSeconds: seconds }
    return {
      startEpochSeconds,
      observations: unpackWindow(observations, window),
      arrivals: arrivals && unpackArrivals(arrivals, startEpochSeconds),
    }
  })
}

async function unpacked(
  db: Db | Tx,
  where: Prisma.WatchWindowWhereInput & { seconds: WindowSeconds },
): Promise<Observation[]> {
  const rows = await db.watchWindow.findMany({
    where,
    select: { windowStart: true, observations: true },
    orderBy: { windowStart: 'asc' },
  })
  return rows.flatMap(({ windowStart, observations }) =>
    unpackWindow(observations, {
      windowStartEpochSeconds: epochSecondsOf(windowStart),
      windowSeconds: where.seconds,
    }),
  )
}
