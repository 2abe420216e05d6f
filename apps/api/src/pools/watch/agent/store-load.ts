import {
  type HostRunStates,
  type PoolHost,
  type PoolInventory,
  readRunStates,
  type XapiPool,
} from '@steelyard/xapi'
import type { Deps } from '../../../deps.ts'
import { dateOf, nowSeconds } from '../../../epoch.ts'
import { loadOf, POOL_WINDOW_SECONDS } from '../load-of.ts'
import { hostLoad, LOAD_SECONDS, UNHEARD, type WatchedHost, watchedHosts } from '../stored-load.ts'

/** Of the first reading, and of one after so long that the host has no steps of a minute any more. */
const LOOK_BACK_SECONDS = 300
/** Hosts keep steps of 5 s for ten minutes, and those of a minute for two hours. */
const FINE_SECONDS = 540
const COARSE_SECONDS = 7000

/**
 * Agent: reads what each host recorded since its last window, stores the windows that are over, and
 * drops those that nobody reads any more. A silent host keeps its last hour.
 */
export async function storeLoad(
  deps: Deps,
  poolId: string,
  pool: XapiPool,
  { hosts }: PoolInventory,
  signal: AbortSignal,
): Promise<HostRunStates[]> {
  const { db } = deps
  const watch = await db.poolWatch.findUniqueOrThrow({ where: { poolId } })
  const before = watchedHosts.readIfAny(watch.hosts) ?? {}
  const read = await Promise.all(
    hosts.map((host) => readLoad(pool, host, before[host.uuid] ?? UNHEARD, signal)),
  )
  const windows = read.flatMap(({ states: { hostUuid }, windows }) =>
    [...windows].map(([start, load]) => ({
      poolId,
      hostUuid,
      windowStart: dateOf(start),
      load: hostLoad.write(load),
    })),
  )
  const old = read.flatMap(({ states: { hostUuid }, watched: { readTo } }) =>
    readTo === null ? [] : [{ hostUuid, windowStart: { lt: dateOf(readTo - LOAD_SECONDS) } }],
  )
  const ofHostsThatLeft = { hostUuid: { notIn: hosts.map(({ uuid }) => uuid) } }
  const after = Object.fromEntries(read.map(({ states, watched }) => [states.hostUuid, watched]))
  await db.$transaction([
    db.poolWindow.createMany({ data: windows, skipDuplicates: true }),
    db.poolWindow.deleteMany({ where: { poolId, OR: [ofHostsThatLeft, ...old] } }),
    db.poolWatch.update({ where: { poolId }, data: { hosts: watchedHosts.write(after) } }),
  ])
  return read.map(({ states }) => states)
}

async function readLoad(pool: XapiPool, host: PoolHost, before: WatchedHost, signal: AbortSignal) {
  const now = nowSeconds()
  // Its clock need not be ours; what it said last tells how far they are apart.
  const there = now + before.aheadSeconds
  const isFresh = before.readTo !== null && there - before.readTo < COARSE_SECONDS
  const after = isFresh ? before.readTo! : startOfWindow(there - LOOK_BACK_SECONDS)
  const intervalSeconds = there - after < FINE_SECONDS ? 5 : POOL_WINDOW_SECONDS
  const wish = { startSeconds: after, intervalSeconds }
  const [states] = await readRunStates(pool, [host], wish, { signal })
  const { newestAt, gaps, use } = states!
  const windows = loadOf(states!, after)
  const ends = [...windows.keys()].map((start) => start + POOL_WINDOW_SECONDS)
  const watched: WatchedHost = {
    readTo: ends.length > 0 ? Math.max(...ends) : before.readTo,
    readAt: use.length > 0 ? now : before.readAt,
    aheadSeconds: newestAt === null ? before.aheadSeconds : newestAt - now,
    gaps,
  }
  return { states: states!, windows, watched }
}

function startOfWindow(seconds: number): number {
  return Math.floor(seconds / POOL_WINDOW_SECONDS) * POOL_WINDOW_SECONDS
}
