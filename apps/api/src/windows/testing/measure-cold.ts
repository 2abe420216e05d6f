/**
 * For the benchmark of cold windows: stores windows of a minute and of an hour, turns them cold, and
 * prints what they take in either place. What is wanted comes as JSON on the standard input.
 */

import { json } from 'node:stream/consumers'
import { uniform } from '@steelyard/model'
import { type Observation, ObservationBuilder } from '@steelyard/traces'
import { readConfig } from '../../config.ts'
import { createDb } from '../../db.ts'
import { isoOf, nowSeconds } from '../../epoch.ts'
import { openFiles } from '../../files/open-files.ts'
import { createLogger } from '../../logger.ts'
import { getWatchSeries } from '../../watches/series/get-watch-series.ts'
import { byStart } from '../by-start.ts'
import { coolWindows } from '../cold/cool-windows.ts'
import { joinWindows } from '../join-windows.ts'
import { DAY_SECONDS, levelOf, startOfWindow, type WindowSeconds } from '../levels.ts'
import { ensurePartition } from '../partitions.ts'
import { writeWindows } from '../window-rows.ts'

interface ColdToMeasure {
  databaseUrl: string
  dataDir: string
  hosts: number
  guests: number
  logs: number
  rate: number
}

const DAYS = 30
const MINUTES = DAYS * 1440
const PAGE = 500
const READS = 10
/** Each guest has the requests of another time. */
const APART = 977

const { databaseUrl, dataDir, hosts, guests, logs, rate } = (await json(
  process.stdin,
)) as ColdToMeasure
const config = readConfig('worker', {
  DATABASE_URL: databaseUrl,
  STEELYARD_DATA_DIR: dataDir,
  STEELYARD_AUDIT_KEY: 'of a benchmark, which audits nothing',
})
const db = createDb(databaseUrl)
const files = openFiles(config.files)
await files.check()
const random = uniform(7)

// Whole partitions: 30 days of hours, and a week of minutes.
const hoursFrom = startOfWindow(nowSeconds() - 65 * DAY_SECONDS, 30 * DAY_SECONDS)
const minutesFrom = startOfWindow(nowSeconds() - 40 * DAY_SECONDS, 7 * DAY_SECONDS)
const minutes = minutesOfHost(requestsOfGuest())
const week = minutes.slice(0, 7 * 1440 * (guests + 1))
const ids: string[] = []
for (let host = 1; host <= hosts; host++) {
  const { id } = await db.host.create({ data: { name: `cold-${host}` } })
  await store(id, 60, at(week, minutesFrom))
  await store(id, 3600, joinWindows(at(minutes, hoursFrom), 3600))
  ids.push(id)
}
const table = { minutes: await inTable(60), hours: await inTable(3600), reads: await readAll() }
const cooling = process.cpuUsage()
const deps = { db, files, config, log: createLogger(config, 'bench') }
await coolWindows(deps, new AbortController().signal)
const cpuSeconds = cpuSecondsSince(cooling)
const cold = { minutes: await inFiles(60), hours: await inFiles(3600), reads: await readAll() }
await db.$disconnect()
console.log(JSON.stringify({ rows: hosts * (7 * 1440 + DAYS * 24), table, cold, cpuSeconds }))
process.exit()

/** Exponential gaps and times, with a mean of 20 ms. */
function requestsOfGuest(): Observation[] {
  const builder = new ObservationBuilder({
    windowSeconds: 60,
    requestCoverage: 'as-told',
    maxWindows: 2 * MINUTES,
  })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  const exponential = () => -Math.log(1 - random())
  for (let at = exponential() / rate; at < 60 * MINUTES - 1; at += exponential() / rate)
    stream.add(at, Math.round(20_000 * exponential()) / 1e6, random() < 0.001, 1500)
  stream.close()
  builder.coverRequests('vm1', 'requests', 0, 60 * MINUTES, true)
  return builder.finish().observations
}

/** As xentop shows CPU time, which has tenths of a second, sampled every ten seconds. */
function minutesOfHost(requests: readonly Observation[]): Observation[] {
  return Array.from({ length: MINUTES }, (_, minute) =>
    Array.from({ length: guests + 1 }, (_, guest) => {
      const used = Array.from({ length: 6 }, () => Math.round(10 * (1 + random())) / 10)
      const from = guest > 0 && guest <= logs ? requests[(minute + guest * APART) % MINUTES] : null
      return {
        domain: guest === 0 ? 'Domain-0' : `vm${guest}`,
        windowStartEpochSeconds: 60 * minute,
        windowSeconds: 60,
        requests: from?.requests ?? null,
        clientRequests: null,
        cpu: {
          source: 'xentop',
          usedSeconds: used.reduce((sum, each) => sum + each, 0),
          usedByPart: used.flatMap((each) => Array<number>(10).fill(each / 10)),
          runnableWaitSeconds: null,
          blockedSeconds: null,
          dispatches: null,
          ioCount: null,
          coveredSeconds: 60,
        },
      }
    }),
  ).flat()
}

function at(observations: readonly Observation[], start: number): Observation[] {
  return observations.map((each) => ({
    ...each,
    windowStartEpochSeconds: each.windowStartEpochSeconds + start,
  }))
}

async function store(hostId: string, seconds: WindowSeconds, observations: Observation[]) {
  const windows = [...byStart(observations)].map(([startEpochSeconds, own]) => ({
    startEpochSeconds,
    observations: [...own],
    arrivals: null,
  }))
  await ensurePartition(db, levelOf(seconds), windows[0]!.startEpochSeconds)
  for (let from = 0; from < windows.length; from += PAGE)
    await db.$transaction((tx) =>
      writeWindows(tx, hostId, seconds, windows.slice(from, from + PAGE)),
    )
}

/** With the index and all else that belongs to the table. */
async function inTable(seconds: WindowSeconds): Promise<number> {
  const [row] = await db.$queryRaw<[{ bytes: number }]>`
    SELECT sum(pg_total_relation_size(inhrelid))::float8 AS "bytes" FROM pg_inherits
     WHERE inhparent = ${`partitions."${levelOf(seconds).table}"`}::regclass`
  return row.bytes
}

async function inFiles(seconds: WindowSeconds): Promise<number> {
  const { _sum } = await db.coldWindows.aggregate({ where: { seconds }, _sum: { bytes: true } })
  if (await db.watchWindow.count({ where: { seconds } })) throw new Error('Some are not cold.')
  return _sum.bytes!
}

/** CPU time of this process for one read, without that of PostgreSQL. */
async function readAll() {
  const month = { from: isoOf(hoursFrom), to: isoOf(hoursFrom + DAYS * DAY_SECONDS) }
  const day = { from: isoOf(minutesFrom + 86_400), to: isoOf(minutesFrom + 2 * 86_400) }
  return { monthMs: await cpuMsOf(month), dayMs: await cpuMsOf(day) }
}

async function cpuMsOf(range: { from: string; to: string }): Promise<number> {
  const query = { ...range, maxPoints: 1440 }
  const read = (read: number) =>
    getWatchSeries(db, { hostId: ids[read % ids.length]!, query, config })
  await read(0)
  const before = process.cpuUsage()
  for (let index = 0; index < READS; index++) await read(index)
  return (1000 * cpuSecondsSince(before)) / READS
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
