/**
 * For the benchmark of cold windows: stores windows of 10 s, turns them cold, does the same with those
 * of a minute and of an hour, and prints what they take in either place. What is wanted comes as JSON
 * on the standard input.
 */

import { json } from 'node:stream/consumers'
import type { DomainArrivals } from '@steelyard/analysis'
import { uniform } from '@steelyard/model'
import { type Observation, ObservationBuilder } from '@steelyard/traces'
import { readConfig } from '../../config.ts'
import { createDb } from '../../db.ts'
import { isoOf, nowSeconds } from '../../epoch.ts'
import { openFiles } from '../../files/open-files.ts'
import { createLogger } from '../../logger.ts'
import { getWatchSeries } from '../../watches/series/get-watch-series.ts'
import { coolWindows } from '../cold/cool-windows.ts'
import { joinWindows } from '../join-windows.ts'
import { DAY_SECONDS, levelOf, startOfWindow, type WindowSeconds } from '../levels.ts'
import { loadAllWindows } from '../load-all-windows.ts'
import { hostWindows } from '../observed.fixture.ts'
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
const TENS = 8640
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

const ids: string[] = []
for (let host = 1; host <= hosts; host++)
  ids.push((await db.host.create({ data: { name: `cold-${host}` } })).id)

// Whole partitions: a day of windows of 10 s, a week of minutes, and 30 days of hours.
const tensFrom = startOfWindow(nowSeconds() - 4 * DAY_SECONDS, DAY_SECONDS)
const minutesFrom = startOfWindow(nowSeconds() - 40 * DAY_SECONDS, 7 * DAY_SECONDS)
const hoursFrom = startOfWindow(nowSeconds() - 65 * DAY_SECONDS, 30 * DAY_SECONDS)

const guest = requestsOfGuest(10, TENS)
const tens = windowsOfHost(10, guest.observations)
for (const id of ids) await store(id, 10, at(tens, tensFrom), guest.arrivals)
const readTens = async () => ({
  dayMs: await cpuMsOf((hostId) => readAllOf(hostId, 10, tensFrom, DAY_SECONDS)),
  threeHoursMs: await cpuMsOf((hostId) => readSeries(hostId, tensFrom + 43_200, 3 * 3600)),
  fiveMinutesMs: await cpuMsOf((hostId) => readAllOf(hostId, 10, tensFrom + 43_200, 300)),
})
const tensInTable = { bytes: await inTable(10), ...(await readTens()) }
const tensMove = await cool()
const tensInFiles = { bytes: await inFiles(10), ...(await readTens()) }

const minutes = windowsOfHost(60, requestsOfGuest(60, MINUTES).observations)
const week = minutes.slice(0, 7 * 1440 * (guests + 1))
for (const id of ids) {
  await store(id, 60, at(week, minutesFrom))
  await store(id, 3600, joinWindows(at(minutes, hoursFrom), 3600))
}
const readOthers = async () => ({
  monthMs: await cpuMsOf((hostId) => readSeries(hostId, hoursFrom, DAYS * DAY_SECONDS)),
  dayMs: await cpuMsOf((hostId) => readSeries(hostId, minutesFrom + DAY_SECONDS, DAY_SECONDS)),
})
const table = { minutes: await inTable(60), hours: await inTable(3600), reads: await readOthers() }
const move = await cool()
const cold = { minutes: await inFiles(60), hours: await inFiles(3600), reads: await readOthers() }
await db.$disconnect()
console.log(
  JSON.stringify({
    tens: { rows: hosts * TENS, table: tensInTable, cold: tensInFiles, ...tensMove },
    rows: hosts * (7 * 1440 + DAYS * 24),
    table,
    cold,
    ...move,
  }),
)
process.exit()

/** Exponential gaps and times, with a mean of 20 ms. */
function requestsOfGuest(windowSeconds: WindowSeconds, windows: number) {
  const lasts = windowSeconds * windows
  const builder = new ObservationBuilder({
    windowSeconds,
    requestCoverage: 'as-told',
    maxWindows: 2 * windows,
  })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  const arrivals = Array.from({ length: windows }, (): number[] => [])
  const exponential = () => -Math.log(1 - random())
  for (let at = exponential() / rate; at < lasts - 1; at += exponential() / rate) {
    stream.add(at, Math.round(20_000 * exponential()) / 1e6, random() < 0.001, 1500)
    arrivals[Math.floor(at / windowSeconds)]!.push(at % windowSeconds)
  }
  stream.close()
  builder.coverRequests('vm1', 'requests', 0, lasts, true)
  return { observations: builder.finish().observations, arrivals }
}

/** As xentop shows CPU time, which has tenths of a second, sampled every ten seconds. */
function windowsOfHost(windowSeconds: WindowSeconds, requests: readonly Observation[]) {
  const windows = requests.length
  return Array.from({ length: windows }, (_, window) =>
    Array.from({ length: guests + 1 }, (_, guest): Observation => {
      const samples = windowSeconds / 10
      const used = Array.from({ length: samples }, () => Math.round(10 * (1 + random())) / 10)
      const from = guest > 0 && guest <= logs ? requests[partner(window, guest, windows)] : null
      return {
        domain: guest === 0 ? 'Domain-0' : `vm${guest}`,
        windowStartEpochSeconds: windowSeconds * window,
        windowSeconds,
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
          coveredSeconds: windowSeconds,
        },
      }
    }),
  ).flat()
}

/** The window whose requests a guest has in a window. */
function partner(window: number, guest: number, windows: number): number {
  return (window + guest * APART) % windows
}

function at(observations: readonly Observation[], start: number): Observation[] {
  return observations.map((each) => ({
    ...each,
    windowStartEpochSeconds: each.windowStartEpochSeconds + start,
  }))
}

/** @param arrivals of one guest, by the window of which its requests are */
async function store(
  hostId: string,
  seconds: WindowSeconds,
  observations: Observation[],
  arrivals: number[][] | null = null,
) {
  const windows = hostWindows(observations).map((each, window) => ({
    ...each,
    arrivals: arrivals && arrivalsOf(arrivals, each.startEpochSeconds, window),
  }))
  await ensurePartition(db, levelOf(seconds), windows[0]!.startEpochSeconds)
  for (let from = 0; from < windows.length; from += PAGE)
    await db.$transaction((tx) =>
      writeWindows(tx, hostId, seconds, windows.slice(from, from + PAGE)),
    )
}

function arrivalsOf(arrivals: number[][], startEpochSeconds: number, window: number) {
  return Array.from(
    { length: logs },
    (_, log): DomainArrivals => ({
      domain: `vm${log + 1}`,
      startEpochSeconds,
      offsetsSeconds: Float64Array.from(arrivals[partner(window, log + 1, arrivals.length)]!),
      resolution: 'microsecond',
    }),
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

/** Of this process, without PostgreSQL. */
async function cool() {
  const before = process.cpuUsage()
  const began = performance.now()
  const deps = { db, files, config, log: createLogger(config, 'bench') }
  await coolWindows(deps, new AbortController().signal)
  return { cpuSeconds: cpuSecondsSince(before), seconds: (performance.now() - began) / 1000 }
}

function readAllOf(
  hostId: string,
  seconds: WindowSeconds,
  fromEpochSeconds: number,
  lasts: number,
) {
  const range = { fromEpochSeconds, toEpochSeconds: fromEpochSeconds + lasts }
  return loadAllWindows({ db, files }, hostId, seconds, range)
}

/** As a page asks for it. */
function readSeries(hostId: string, from: number, lasts: number) {
  const query = { from: isoOf(from), to: isoOf(from + lasts), maxPoints: 1440 }
  return getWatchSeries(db, { hostId, query, config })
}

/** CPU time of this process for one read, without that of PostgreSQL. */
async function cpuMsOf(read: (hostId: string) => Promise<unknown>): Promise<number> {
  await read(ids[0]!)
  const before = process.cpuUsage()
  for (let index = 0; index < READS; index++) await read(ids[index % ids.length]!)
  return (1000 * cpuSecondsSince(before)) / READS
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
