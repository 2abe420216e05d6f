import type { Deps } from '../../deps.ts'
import { dateOf, nowSeconds } from '../../epoch.ts'
import { HOUR_MS, MINUTE_MS } from '../../milliseconds.ts'
import { coldLane } from '../../threads/lanes.ts'
import { readInThread } from '../../threads/read-in-thread.ts'
import { DAY_SECONDS, LEVELS } from '../levels.ts'
import { dropPartition, partitionsBefore } from '../partitions.ts'
import { mayTakePartition } from './take-partition.ts'
import type { WrittenWindows, writeColdWindows } from './write-cold-windows.ts'

/** Longer than the files of any partition take. */
const WRITE_MS = 12 * HOUR_MS
const TAKE_MS = 10 * MINUTE_MS

type Level = (typeof LEVELS)[number]
type Cooling = Pick<Deps, 'db' | 'config' | 'files' | 'log'>

/**
 * Worker: writes partitions all of whose windows are old into files, which take a fraction of the room,
 * and drops them. Windows that are about to expire stay where they are.
 */
export async function coolWindows(deps: Cooling, signal: AbortSignal): Promise<void> {
  const { db, config } = deps
  if (config.windowsColdDays === 0) return
  const now = nowSeconds()
  for (const level of LEVELS) {
    const before = now - level.coldDays(config) * DAY_SECONDS
    const keptFrom = now - level.keepDays(config) * DAY_SECONDS
    for (const startSeconds of await partitionsBefore(db, level, before)) {
      if (signal.aborted) return
      if (startSeconds + level.partitionSeconds > keptFrom)
        await coolPartition(deps, level, startSeconds, signal)
    }
  }
}

/** The transaction holds nothing but a lock, so that one worker at a time writes a partition. */
async function coolPartition(
  deps: Cooling,
  level: Level,
  startSeconds: number,
  signal: AbortSignal,
): Promise<void> {
  const key = `cold windows ${level.table} ${startSeconds}`
  await deps.db.$transaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<[{ ours: boolean }]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS "ours"`
      if (!lock.ours) return
      const [{ began }] = await tx.$queryRaw<[{ began: Date }]>`SELECT clock_timestamp() AS "began"`
      const written = await writeHosts(deps, level, startSeconds, signal)
      if (written) await takePartition(deps, level, { startSeconds, began, written })
    },
    { timeout: WRITE_MS },
  )
}

/** @returns null where the process is stopping */
async function writeHosts(
  { db, config, files }: Cooling,
  level: Level,
  startSeconds: number,
  signal: AbortSignal,
): Promise<WrittenWindows[] | null> {
  const written: WrittenWindows[] = []
  const range = {
    fromEpochSeconds: startSeconds,
    toEpochSeconds: startSeconds + level.partitionSeconds,
  }
  const removeAll = () => files.remove(written.map(({ id }) => id))
  try {
    for (const { id: hostId } of await db.host.findMany({ select: { id: true } })) {
      if (signal.aborted) {
        await removeAll()
        return null
      }
      const question = { hostId, seconds: level.seconds, stored: config.files, ...range }
      const module = new URL('./write-cold-windows.ts', import.meta.url)
      written.push(
        ...(await readInThread<typeof writeColdWindows>(
          { config },
          { module, name: 'writeColdWindows', question },
          coldLane,
        )),
      )
    }
    return written
  } catch (error) {
    await removeAll().catch(() => {}) // or what has no row goes in a day
    throw error
  }
}

interface WrittenPartition {
  startSeconds: number
  /** When the windows began to be read. */
  began: Date
  written: WrittenWindows[]
}

/**
 * Puts the files in the place of the partition, unless it has changed meanwhile, which windows so old
 * do not: then a later round writes it again.
 */
async function takePartition(
  { db, files, log }: Cooling,
  level: Level,
  { startSeconds, began, written }: WrittenPartition,
): Promise<void> {
  const { seconds, table, partitionSeconds } = level
  const windowStart = { gte: dateOf(startSeconds), lt: dateOf(startSeconds + partitionSeconds) }
  const windowsOf = Map.groupBy(written, ({ hostId }) => hostId)
  const kept = await db.$transaction(
    async (tx) => {
      if (!(await mayTakePartition(tx))) return []
      const there = await tx.watchWindow.groupBy({
        by: 'hostId',
        where: { seconds, windowStart },
        _count: true,
        _max: { storedAt: true },
      })
      const isWritten = there.every(
        ({ hostId, _count, _max }) =>
          _count === sum(windowsOf.get(hostId) ?? [], 'windows') && _max.storedAt! <= began,
      )
      if (!isWritten) return []
      // A host that was deleted meanwhile has no windows any more, and its files go, too.
      const data = there.flatMap(({ hostId }) => windowsOf.get(hostId)!)
      // In the order of those who make and drop partitions or delete hosts.
      await tx.$executeRaw`LOCK TABLE "Host" IN SHARE ROW EXCLUSIVE MODE`
      await tx.coldWindows.createMany({ data })
      await dropPartition(db, level, startSeconds, tx)
      return data
    },
    { timeout: TAKE_MS },
  )
  const taken = new Set(kept)
  await files.remove(written.filter((each) => !taken.has(each)).map(({ id }) => id))
  const about = { table, startSeconds, files: kept.length, bytes: sum(kept, 'bytes') }
  if (kept.length > 0) log.info(about, 'windows turned cold')
}

function sum(files: readonly WrittenWindows[], what: 'windows' | 'bytes'): number {
  return files.reduce((total, each) => total + each[what], 0)
}
