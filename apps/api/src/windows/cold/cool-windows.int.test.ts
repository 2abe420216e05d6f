import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { systemActor } from '../../access/actor.ts'
import { observeWatched } from '../../analyses/watched/observe-watched.ts'
import { watchedArrivals } from '../../analyses/watched/watched-arrivals.ts'
import type { Config } from '../../config.ts'
import { dateOf, isoOf, nowSeconds } from '../../epoch.ts'
import { FilesFull } from '../../files/files.ts'
import { deleteHost } from '../../hosts/delete-host.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { cleanUploads } from '../../uploads/clean-uploads.ts'
import { dropOldWindows } from '../drop-old-windows.ts'
import { DAY_SECONDS, LEVELS, startOfWindow } from '../levels.ts'
import { observed, START } from '../observed.fixture.ts'
import { partitionsBefore } from '../partitions.ts'
import { storeWindows } from '../store-windows.ts'
import type { HostWindow } from '../window-rows.ts'
import { coolWindows } from './cool-windows.ts'
import { mayTakePartition } from './take-partition.ts'

const KEPT = { keep10sDays: 100, keep1mDays: 200, keep1hDays: 700 }
/** Long enough ago that partitions of all lengths are old, and whole hours. */
const COLD = startOfWindow(nowSeconds() - 65 * DAY_SECONDS, 30 * DAY_SECONDS)
const NOW = nowSeconds()
const LASTS = 3 * 3600
const GAPS = [
  { from: 1200, to: 1330 },
  { from: 7200, to: 7210 },
]

let api: TestApi
let config: Config
let hostId: string
let call: Awaited<ReturnType<TestApi['as']>>
let hosts = 0
beforeAll(async () => {
  api = await startTestApi()
  Object.assign(api.deps.config, KEPT)
  config = api.deps.config
  call = await api.as('viewer')
})
afterAll(() => api.close())

const signal = new AbortController().signal
const deps = () => api.deps
const cool = (with_ = {}) => coolWindows({ ...deps(), ...with_ }, signal)
const lengthsInTable = async () => {
  const rows = await deps().db.watchWindow.groupBy({
    by: 'seconds',
    where: { hostId },
    _count: true,
  })
  return Object.fromEntries(rows.map(({ seconds, _count }) => [seconds, _count]))
}
const filesThere = async () => {
  const ids: string[] = []
  for await (const { id } of deps().files.list()) ids.push(id)
  return ids.sort()
}
const filesNamed = async () => (await deps().db.coldWindows.findMany()).map(({ id }) => id).sort()

/** Windows of a host that begin at a moment, with the arrivals of those of 10 s. */
function shifted(to: number, gaps = GAPS): HostWindow[] {
  return observed(10, LASTS, gaps).map((each) => {
    const startEpochSeconds = each.windowStartEpochSeconds - START + to
    const offsetsSeconds = Float64Array.from({ length: each.requests!.arrivals }, (_, i) => i / 8)
    return {
      startEpochSeconds,
      observations: [{ ...each, windowStartEpochSeconds: startEpochSeconds }],
      arrivals: [{ domain: 'vm1', startEpochSeconds, offsetsSeconds, resolution: 'microsecond' }],
    }
  })
}

async function makeHost(starts: readonly number[]): Promise<string> {
  const { db } = deps()
  const data = { name: `xen-${++hosts}`, watch: { create: {} } }
  const { id } = await db.host.create({ data })
  for (const start of starts) await storeWindows(db, id, shifted(start))
  return id
}

/** Long enough ago for windows of 10 s alone. */
const DAYS_AGO = startOfWindow(NOW - 4 * DAY_SECONDS, DAY_SECONDS)
/** So late an agent may still store something. */
const WARM = startOfWindow(NOW - DAY_SECONDS, 3600)
beforeEach(async () => {
  hostId = await makeHost([COLD, WARM])
})
afterEach(async () => {
  vi.restoreAllMocks()
  const { db, files } = deps()
  await db.host.deleteMany()
  await files.remove(await filesThere())
})

/** All that anybody is shown of the windows of a host. */
async function everythingShown(start = COLD) {
  const params = { id: hostId }
  const ranges = [
    [start, start + LASTS],
    [start + 1000, start + 2000],
    [start - 3 * DAY_SECONDS, start + DAY_SECONDS],
    [start, WARM + LASTS],
    [start - 300 * DAY_SECONDS, NOW],
  ] as const
  const shown = []
  for (const [from, to] of ranges) {
    const query = { from: isoOf(from), to: isoOf(to) }
    const series = await call(contract.getWatchSeries, { params, query })
    const timeline = await call(contract.getHostTimeline, { params, query })
    expect([series.status, timeline.status]).toEqual([200, 200])
    shown.push(series.body, timeline.body)
  }
  const stretch = { fromEpochSeconds: start + 100, toEpochSeconds: start + 1000 }
  const range = { from: dateOf(start), to: dateOf(start + LASTS), hostId }
  const analysis = { id: 'a', options: { windowSeconds: 10 } as never }
  shown.push(await observeWatched(deps(), analysis, range))
  shown.push(await watchedArrivals(deps(), hostId, stretch))
  return shown
}

it('shows the same of a host before and after its windows turned cold', async () => {
  const before = await everythingShown()
  expect(JSON.stringify(before[0])).toContain('"responseTimeMs":6')
  const inTable = await lengthsInTable()
  await cool()
  const left = await lengthsInTable()
  expect(left).toEqual(
    Object.fromEntries(LEVELS.map(({ seconds }) => [seconds, inTable[seconds]! / 2])),
  )
  expect(await everythingShown()).toEqual(before)
  const rows = await deps().db.coldWindows.findMany({ orderBy: { seconds: 'asc' } })
  expect(
    rows.map(({ seconds, windows, observedFrom }) => [seconds, windows, observedFrom.length]),
  ).toEqual([
    [10, inTable[10]! / 2, 3],
    [60, inTable[60]! / 2, 2],
    [3600, inTable[3600]! / 2, 1],
  ])
  expect(await filesThere()).toEqual(await filesNamed())
  await cool()
  expect(await filesNamed()).toEqual(rows.map(({ id }) => id).sort())
})

it('turns windows of 10 s cold within days, and the longer ones that are merged from them later', async () => {
  hostId = await makeHost([DAYS_AGO, WARM])
  const before = await everythingShown(DAYS_AGO)
  const inTable = await lengthsInTable()
  await cool()
  expect(await lengthsInTable()).toEqual({ ...inTable, 10: inTable[10]! / 2 })
  expect(await everythingShown(DAYS_AGO)).toEqual(before)
})

it('answers from files alone where the host is not watched any more, and analyses such a range', async () => {
  await cool()
  await deps().db.watch.deleteMany()
  const analyst = await api.as('operator')
  const ask = (from: number, to: number) =>
    analyst(contract.createAnalysis, {
      body: {
        hostId,
        uploadIds: [],
        watched: { from: isoOf(from), to: isoOf(to) },
      } as never,
    })
  expect((await ask(COLD, COLD + 3600)).status).toBe(202)
  const nothing = await ask(COLD - 7200, COLD - 3600)
  expect([nothing.status, (nothing.body as { code?: string }).code]).toEqual([
    422,
    'nothing-watched',
  ])
})

it('leaves windows in the database where the setting says so, and those about to expire', async () => {
  const before = await lengthsInTable()
  await cool({ config: { ...config, windowsColdDays: 0 } })
  expect(await lengthsInTable()).toEqual(before)
  await cool({ config: { ...config, keep10sDays: 30, keep1mDays: 30, keep1hDays: 30 } })
  expect(await lengthsInTable()).toEqual(before)
})

it('drops files with their rows when their time is over', async () => {
  await cool()
  await dropOldWindows({ ...deps(), config: { ...config, keep10sDays: 30, keep1mDays: 30 } })
  const rows = await deps().db.coldWindows.findMany()
  expect(rows.map(({ seconds }) => seconds)).toEqual([3600])
  expect(await filesThere()).toEqual([rows[0]!.id])
})

it('removes what files say of a host that is deleted, and keeps those of others', async () => {
  const other = await makeHost([COLD])
  await cool()
  await deleteHost(deps().db, systemActor('worker'), hostId)
  const rows = await deps().db.coldWindows.findMany()
  expect(new Set(rows.map((row) => row.hostId))).toEqual(new Set([other]))
  const inTwoDays = new Date(Date.now() + 2 * DAY_SECONDS * 1000)
  await cleanUploads(deps(), inTwoDays)
  expect(await filesThere()).toEqual(rows.map(({ id }) => id).sort())
})

it('takes nothing while a backup reads the partitions, nor when a file cannot be written', async () => {
  const before = await lengthsInTable()
  const { db, files } = deps()
  await db.$transaction(async (tx) => {
    expect(await mayTakePartition(tx)).toBe(true)
    await cool()
  })
  expect(await lengthsInTable()).toEqual(before)
  expect(await filesThere()).toEqual([])
  const full = { ...config, files: { ...config.files, keptFreeBytes: Number.MAX_SAFE_INTEGER } }
  await expect(cool({ config: full })).rejects.toThrow(FilesFull)
  expect(await lengthsInTable()).toEqual(before)
  expect(await filesThere()).toEqual([])
  expect(files.place).toBe(config.uploadDir)
})

it('takes nothing that changed while it was written', async () => {
  const { db, files } = deps()
  const list = db.host.findMany.bind(db.host)
  // Between the beginning and the files: somebody corrects a window in the database.
  vi.spyOn(db.host, 'findMany').mockImplementation(((...args: never[]) =>
    db.watchWindow
      .updateMany({ where: { hostId }, data: { storedAt: new Date(Date.now() + 1000) } })
      .then(() => list(...args))) as never)
  await cool()
  expect(await filesNamed()).toEqual([])
  expect(await filesThere()).toEqual([])
  expect(await partitionsBefore(db, LEVELS[0], COLD + 2 * DAY_SECONDS)).toHaveLength(1)
  expect(files.place).toBe(config.uploadDir)
})

it('says that a file is lost, and nothing of one whose row is gone', async () => {
  await cool()
  const query = { from: isoOf(COLD), to: isoOf(COLD + 3600) }
  const before = await call(contract.getWatchSeries, { params: { id: hostId }, query })
  const row = await deps().db.coldWindows.findFirstOrThrow({ where: { seconds: 10 } })
  await deps().files.remove([row.id])
  const lost = await call(contract.getWatchSeries, {
    params: { id: hostId },
    query: { ...query, maxPoints: 500 },
  })
  expect([before.status, lost.status]).toEqual([200, 500])
})

it.each([
  ['all', COLD],
  ['the shortest', DAYS_AGO],
])(
  'keeps what files of %s say, and what was merged from it, where a window of their time comes late',
  async (_, start) => {
    hostId = await makeHost([start, WARM])
    await cool()
    const before = await everythingShown(start)
    await storeWindows(deps().db, hostId, shifted(start).slice(0, 1))
    expect(await everythingShown(start)).toEqual(before)
    await cool()
    expect(await everythingShown(start)).toEqual(before)
  },
)
