import type { Db, Tx } from '../../db.ts'
import { dateOf, epochSecondsOf } from '../../epoch.ts'
import {
  type HostLoad,
  hostLoad,
  LOAD_SECONDS,
  UNHEARD,
  type WatchedHost,
  watchedHosts,
} from './stored-load.ts'

export interface LoadOfHost {
  watched: WatchedHost
  /** The oldest first; a minute of which nothing is known is not among them. */
  windows: { startSeconds: number; load: HostLoad }[]
}

/**
 * What the hosts of a pool recorded in the hour before the end of the newest window of each, on its own
 * clock, by their UUIDs.
 */
export async function readPoolLoad(db: Db | Tx, poolId: string): Promise<Map<string, LoadOfHost>> {
  const watch = await db.poolWatch.findUnique({ where: { poolId }, select: { hosts: true } })
  const watched = Object.entries(watchedHosts.readIfAny(watch?.hosts) ?? {})
  const since = watched.flatMap(([hostUuid, { readTo }]) =>
    readTo === null ? [] : [{ hostUuid, windowStart: { gte: dateOf(readTo - LOAD_SECONDS) } }],
  )
  const rows = since.length
    ? await db.poolWindow.findMany({
        where: { poolId, OR: since },
        orderBy: { windowStart: 'asc' },
        select: { hostUuid: true, windowStart: true, load: true },
      })
    : []
  const byHost = Map.groupBy(rows, ({ hostUuid }) => hostUuid)
  return new Map(
    watched.map(([hostUuid, each]) => [
      hostUuid,
      {
        watched: { ...UNHEARD, ...each },
        windows: (byHost.get(hostUuid) ?? []).map(({ windowStart, load }) => ({
          startSeconds: epochSecondsOf(windowStart),
          load: hostLoad.read(load),
        })),
      },
    ]),
  )
}
