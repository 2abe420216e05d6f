import type { Statistic, Watch, WatchedWindow } from '@steelyard/contract'
import type { Observation } from '@steelyard/traces'
import type { Deps } from '../deps.ts'
import { epochSecondsOf, isoOf } from '../epoch.ts'
import { MINUTE_MS } from '../milliseconds.ts'
import { WATCH_CHANNEL } from '../queue/listener.ts'
import { onEachChange } from '../queue/on-each-change.ts'
import { WINDOW_SECONDS } from '../windows/levels.ts'
import { unpackWindow } from '../windows/packed-window.ts'
import { serialiseWatch } from './serialise-watch.ts'
import { watchPoint } from './series/watch-point.ts'

/** A page reads the past before it follows: what is stored in between must not be missed. */
const BEGIN_AGO_MS = 30_000
/** Older windows are never corrected; without this bound all windows of the host would be searched. */
const CORRECTED_WITHIN_MS = 15 * MINUTE_MS

interface WatchEvents {
  onWatch(watch: Watch | null): void
  onWindow(window: WatchedWindow): void
}

/**
 * Tells of the state of a watch whenever it changes, and of every window that is stored or
 * corrected, until the signal. Null: the host is not watched.
 */
export async function followWatch(
  { db, listener }: Pick<Deps, 'db' | 'listener'>,
  hostId: string,
  signal: AbortSignal,
  events: WatchEvents,
): Promise<void> {
  let sent = ''
  let since = new Date(Date.now() - BEGIN_AGO_MS)
  await onEachChange(listener, { channel: WATCH_CHANNEL, id: hostId, signal }, async () => {
    const row = await db.watch.findUnique({ where: { hostId } })
    const watch = row && serialiseWatch(row)
    const text = JSON.stringify(watch)
    if (text !== sent) events.onWatch(watch)
    sent = text
    since = await tellWindows(db, hostId, since, events)
    return 'goes on'
  })
}

/** @returns when the newest window was stored that was told of */
async function tellWindows(
  db: Deps['db'],
  hostId: string,
  since: Date,
  { onWindow }: WatchEvents,
): Promise<Date> {
  const rows = await db.watchWindow.findMany({
    where: {
      hostId,
      seconds: WINDOW_SECONDS,
      windowStart: { gt: new Date(since.getTime() - CORRECTED_WITHIN_MS) },
      storedAt: { gt: since },
    },
    orderBy: { windowStart: 'asc' },
  })
  if (rows.length === 0) return since
  const host = await db.host.findUnique({ where: { id: hostId } })
  const statistic = (host?.targetStatistic ?? 'p95') as Statistic
  for (const { windowStart, observations } of rows) {
    const windowStartEpochSeconds = epochSecondsOf(windowStart)
    const window = { windowStartEpochSeconds, windowSeconds: WINDOW_SECONDS }
    onWindow(watchedWindow(unpackWindow(observations, window), windowStartEpochSeconds, statistic))
  }
  return new Date(Math.max(...rows.map(({ storedAt }) => storedAt.getTime())))
}

function watchedWindow(
  observations: readonly Observation[],
  startEpochSeconds: number,
  statistic: Statistic,
): WatchedWindow {
  return {
    at: isoOf(startEpochSeconds),
    windowSeconds: WINDOW_SECONDS,
    domains: observations.map((each) => ({
      domain: each.domain,
      point: watchPoint(each, statistic),
    })),
  }
}
