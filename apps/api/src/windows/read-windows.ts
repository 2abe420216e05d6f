import type { TimeSpan } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import type { Db, Tx } from '../db.ts'
import { dateOf, epochSecondsOf } from '../epoch.ts'
import type { WindowPlace } from './cold/read-cold-windows.ts'
import { DAY_SECONDS, type KeptDays, LEVELS, startOfWindow, type WindowSeconds } from './levels.ts'
import { loadAllWindows } from './load-all-windows.ts'
import { mergeHostWindows } from './merge-host-windows.ts'
import { loadWindows } from './window-rows.ts'

interface WindowsToRead extends TimeSpan {
  /** Length of the windows; the last one may be one that is not over yet. */
  seconds: WindowSeconds
}

/**
 * What a watch observed, in windows that begin in the range, oldest first. A longer window that is
 * not over yet is made of the shorter ones. A time without observations is a gap.
 */
export async function readWindows(
  place: WindowPlace,
  hostId: string,
  { seconds, fromEpochSeconds, toEpochSeconds }: WindowsToRead,
): Promise<Observation[]> {
  const stored = await loadAllWindows(place, hostId, seconds, { fromEpochSeconds, toEpochSeconds })
  const finer = LEVELS.findLast((level) => level.seconds < seconds)
  const watch = await place.db.watch.findUnique({ where: { hostId }, select: { storedTo: true } })
  if (!finer || !watch?.storedTo) return stored
  const storedTo = epochSecondsOf(watch.storedTo)
  const start = startOfWindow(storedTo, seconds)
  if (start === storedTo || start < fromEpochSeconds || start >= toEpochSeconds) return stored
  const parts = await readWindows(place, hostId, {
    seconds: finer.seconds,
    fromEpochSeconds: start,
    toEpochSeconds: Math.min(toEpochSeconds, start + seconds),
  })
  const window = { windowStartEpochSeconds: start, windowSeconds: seconds }
  return [...stored, ...mergeHostWindows(parts, window)]
}

/** The shortest windows that are still kept of all of a range. */
export function finestKept(
  config: KeptDays,
  fromEpochSeconds: number,
  nowEpochSeconds: number,
): WindowSeconds {
  const ageDays = (nowEpochSeconds - fromEpochSeconds) / DAY_SECONDS
  return (LEVELS.find((level) => ageDays <= level.keepDays(config)) ?? LEVELS.at(-1)!).seconds
}

/** What a trigger takes in at once: it comes again for more. */
const MOST_MINUTES = 1440

/**
 * The minutes that are over and begin at this moment or later, oldest first; at most a day of them.
 *
 * @param from the end of the newest minute that is known already; null for the oldest that are kept
 */
export async function readMinutes(
  db: Db | Tx,
  hostId: string,
  from: Date | null,
): Promise<Observation[]> {
  const first = await db.watchWindow.findFirst({
    where: { hostId, seconds: 60, windowStart: { gte: from ?? dateOf(0) } },
    select: { windowStart: true },
    orderBy: { windowStart: 'asc' },
  })
  if (!first) return []
  const fromEpochSeconds = epochSecondsOf(first.windowStart)
  const toEpochSeconds = fromEpochSeconds + MOST_MINUTES * 60
  return loadWindows(db, hostId, 60, { fromEpochSeconds, toEpochSeconds })
}
