import type { PoolGuestLoad, PoolHostLoad, PoolLoad } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { PoolHost, PoolInventory, RunStateGap } from '@steelyard/xapi'
import type { Db } from '../../db.ts'
import { isoOf, nowSeconds } from '../../epoch.ts'
import { loadPool } from '../pool-row.ts'
import { refuseUnlessXapi } from '../refuse-unless-xapi.ts'
import { poolInventory } from '../stored-pool.ts'
import { meanOf, POOL_WINDOW_SECONDS } from './load-of.ts'
import { type LoadOfHost, readPoolLoad } from './read-pool-load.ts'
import { type GuestLoad, UNHEARD } from './stored-load.ts'

/** Each pool is read once a minute, or a little more. */
const STOPPED_SECONDS = 300
const CLOCK_SLACK_SECONDS = 60
/** Sentences about single guests; more are counted. */
const MOST_SENTENCES = 3

/** @throws AppError `pool-not-found`, `not-xapi` */
export async function getPoolLoad(db: Db, { id }: { id: string }): Promise<PoolLoad> {
  const pool = await loadPool(db, id)
  refuseUnlessXapi(pool)
  const inventory = poolInventory.readIfAny(pool.inventory)
  const watch = await db.poolWatch.findUnique({ where: { poolId: id } })
  const load = await readPoolLoad(db, id)
  const problem = pool.state === 'failing' ? (pool.problem as { message?: string } | null) : null
  const context = {
    fails: problem ? words.pools.fails(problem.message ?? '') : null,
    isDenied: watch?.recordingDeniedAt != null,
  }
  return {
    hosts: (inventory?.hosts ?? []).map((host) =>
      presentHost(host, inventory!, load.get(host.uuid) ?? NOTHING, context),
    ),
    limits: [...words.pools.loadLimits],
  }
}

const NOTHING: LoadOfHost = { watched: UNHEARD, windows: [] }

function presentHost(
  host: PoolHost,
  inventory: PoolInventory,
  { watched, windows }: LoadOfHost,
  { fails, isDenied }: { fails: string | null; isDenied: boolean },
): PoolHostLoad {
  const first = windows[0]?.startSeconds ?? null
  const minutes = first === null ? [] : seriesFrom(first, windows)
  const used = windows.map(({ load }) => weighed(load.usedSeconds, load.usedPCpus))
  const uuids = [...new Set(windows.flatMap(({ load }) => load.guests.map(({ uuid }) => uuid)))]
  return {
    uuid: host.uuid,
    name: host.name,
    pCpus: host.pCpus,
    usedSeconds: secondsOf(used),
    usedPCpus: meanOf(used.flat()),
    from: first === null ? null : isoOf(first),
    used: minutes.map((window) => window?.usedPCpus ?? null),
    readAt: watched.readAt === null ? null : isoOf(watched.readAt),
    trouble: fails ?? troubleOf(host, inventory, watched),
    doubts: doubtsOf(host, inventory, watched, isDenied),
    guests: uuids
      .map((uuid) =>
        presentGuest(
          uuid,
          host,
          inventory,
          minutes.map((window) => window?.guests.find((guest) => guest.uuid === uuid) ?? null),
        ),
      )
      .sort((one, other) => (other.waitingShare ?? -1) - (one.waitingShare ?? -1)),
  }
}

/** One for each minute, with null where nothing is known of it. */
function seriesFrom(first: number, windows: LoadOfHost['windows']) {
  const byStart = new Map(windows.map(({ startSeconds, load }) => [startSeconds, load]))
  const count = 1 + (windows.at(-1)!.startSeconds - first) / POOL_WINDOW_SECONDS
  return Array.from(
    { length: count },
    (_, index) => byStart.get(first + index * POOL_WINDOW_SECONDS) ?? null,
  )
}

function presentGuest(
  uuid: string,
  { domain0 }: PoolHost,
  { guests }: PoolInventory,
  minutes: readonly (GuestLoad | null)[],
): PoolGuestLoad {
  const known = minutes.flatMap((minute) => minute ?? [])
  const used = known.map(({ usedSeconds, usedPCpus }) => weighed(usedSeconds, usedPCpus))
  const mean = (of: (states: NonNullable<GuestLoad['states']>) => number) =>
    meanOf(known.flatMap(({ stateSeconds, states }) => weighed(stateSeconds, states && of(states))))
  const least = mean(({ waitingVCpus }) => waitingVCpus.least)
  const most = mean(({ waitingVCpus }) => waitingVCpus.most)
  const isDomain0 = uuid === domain0?.uuid
  return {
    uuid,
    name: isDomain0 ? 'Domain-0' : (guests.find((guest) => guest.uuid === uuid)?.name ?? uuid),
    isDomain0,
    vCpus: known.at(-1)?.vCpus ?? 0,
    usedSeconds: secondsOf(used),
    usedPCpus: meanOf(used.flat()),
    stateSeconds: known.reduce((sum, { stateSeconds }) => sum + stateSeconds, 0),
    waitingShare: mean(waitingShareOf),
    waitingVCpus: least === null || most === null ? null : { least, most },
    runningShare: mean(
      ({ fullRun, concurrencyHazard, partialRun }) => fullRun + concurrencyHazard + partialRun,
    ),
    idleShare: mean(({ blocked }) => blocked),
    used: minutes.map((minute) => minute?.usedPCpus ?? null),
    waiting: minutes.map((minute) => (minute?.states ? waitingShareOf(minute.states) : null)),
  }
}

/** A vCPU waits when all of them do, or some beside others that run or sleep. */
export function waitingShareOf({
  fullContention,
  concurrencyHazard,
  partialContention,
}: NonNullable<GuestLoad['states']>): number {
  return Number((fullContention + concurrencyHazard + partialContention).toFixed(4))
}

function weighed(seconds: number, value: number | null) {
  return value === null ? [] : [{ seconds, value }]
}

function secondsOf(used: readonly { seconds: number }[][]): number {
  return used.flat().reduce((sum, { seconds }) => sum + seconds, 0)
}

function troubleOf(
  { name }: PoolHost,
  inventory: PoolInventory,
  { readAt, gaps }: LoadOfHost['watched'],
): string | null {
  const cause = gaps.find((gap) => !('guestUuid' in gap) && gap.code !== 'another-step')
  if (cause) return words.pools.gap(cause, name, inventory)
  if (readAt === null) return words.pools.loadNeverRead
  const age = nowSeconds() - readAt
  return age > STOPPED_SECONDS ? words.pools.loadStopped(Math.round(age)) : null
}

function doubtsOf(
  { name }: PoolHost,
  inventory: PoolInventory,
  { gaps, aheadSeconds }: LoadOfHost['watched'],
  isDenied: boolean,
): string[] {
  const isOfRecording = (gap: RunStateGap) => gap.code === 'not-recorded'
  const others = gaps.filter(
    (gap) => !isOfRecording(gap) && ('guestUuid' in gap || gap.code === 'another-step'),
  )
  const unrecorded = gaps.filter(isOfRecording)
  const say = (gap: RunStateGap) => words.pools.gap(gap, name, inventory)
  return [
    ...(Math.abs(aheadSeconds) > CLOCK_SLACK_SECONDS
      ? [words.pools.clockOff(name, Math.round(aheadSeconds))]
      : []),
    ...others.map(say),
    ...(unrecorded.length > MOST_SENTENCES
      ? [words.pools.unrecorded(unrecorded.length, isDenied)]
      : [
          ...unrecorded.map(say),
          ...(unrecorded.length > 0 && isDenied ? [words.pools.recordingDenied] : []),
        ]),
  ]
}
