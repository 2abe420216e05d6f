import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { dropOldWindows } from './drop-old-windows.ts'
import { DAY_SECONDS, LEVELS } from './levels.ts'
import { hostWindows, observed, START } from './observed.fixture.ts'
import { ensurePartition } from './partitions.ts'
import { finestKept, readMinutes, readWindows } from './read-windows.ts'
import { storeWindows } from './store-windows.ts'
import { loadWindows } from './window-rows.ts'

let deps: TestDeps
let hostId: string
let hosts = 0
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  const host = await deps.db.host.create({
    data: { name: `xen-${++hosts}`, watch: { create: {} } },
  })
  hostId = host.id
})

const ALL = { fromEpochSeconds: 0, toEpochSeconds: START + DAY_SECONDS }
const load = (seconds: 10 | 60 | 3600) => loadWindows(deps.db, hostId, seconds, ALL)
const summary = (all: Awaited<ReturnType<typeof load>>) =>
  all.map(({ windowStartEpochSeconds, requests }) => [
    windowStartEpochSeconds - START,
    requests?.arrivals,
    Math.round(requests?.coveredSeconds ?? 0),
    requests?.duration?.sketch,
  ])

describe('storing windows', () => {
  it('gives the minutes and hours that longer windows would have given, with their percentiles', async () => {
    const gaps = [{ from: 1200, to: 1290 }]
    const windows = hostWindows(observed(10, 3720, gaps))
    for (let from = 0; from < windows.length; from += 40)
      expect(await storeWindows(deps.db, hostId, windows.slice(from, from + 40))).toBe(true)
    expect(summary(await load(60))).toEqual(summary(observed(60, 3720, gaps)))
    expect(summary(await load(3600))).toEqual(summary(observed(3600, 3720, gaps).slice(0, 1)))
    const watch = await deps.db.watch.findUniqueOrThrow({ where: { hostId } })
    expect(watch.storedTo).toEqual(new Date((START + 3720) * 1000))
  })

  it('gives a minute only once it is over, and the one that ended in a gap afterwards', async () => {
    const windows = hostWindows(observed(10, 3700))
    await storeWindows(deps.db, hostId, windows.slice(0, 5))
    expect(await load(60)).toEqual([])
    await storeWindows(deps.db, hostId, windows.slice(366, 367))
    expect((await load(60)).map(({ requests }) => requests?.coveredSeconds)).toEqual([50])
    expect((await load(3600)).map(({ requests }) => requests?.coveredSeconds)).toEqual([50])
  })

  it('corrects minutes and hours with a late window, and removes a window that was none', async () => {
    const windows = hostWindows(observed(10, 3600))
    const late = windows.splice(30, 1)
    await storeWindows(deps.db, hostId, windows)
    expect((await load(3600))[0]!.requests!.coveredSeconds).toBe(3590)
    await storeWindows(deps.db, hostId, late)
    expect(summary(await load(60))).toEqual(summary(observed(60, 3600)))
    expect((await load(3600))[0]!.requests!.coveredSeconds).toBe(3600)
    await storeWindows(
      deps.db,
      hostId,
      late.map((window) => ({ ...window, observations: [] })),
    )
    expect(await load(10)).toHaveLength(359)
    expect((await load(3600))[0]!.requests!.coveredSeconds).toBe(3590)
  })

  it('is left to the agent that holds the watch', async () => {
    const windows = hostWindows(observed(10, 60))
    expect(await storeWindows(deps.db, hostId, windows, 'an agent')).toBe(false)
    expect(await load(10)).toEqual([])
    await deps.db.watch.update({ where: { hostId }, data: { heldBy: 'an agent' } })
    expect(await storeWindows(deps.db, hostId, windows, 'another')).toBe(false)
    expect(await storeWindows(deps.db, hostId, windows, 'an agent')).toBe(true)
  })

  it('works while others make the same partitions', async () => {
    const level = LEVELS[0]
    const many = Array.from({ length: 5 }, () => ensurePartition(deps.db, level, START - 1e6))
    await expect(Promise.all(many)).resolves.toHaveLength(5)
  })
})

describe('reading windows', () => {
  it('gives minutes to a trigger, each once', async () => {
    await storeWindows(deps.db, hostId, hostWindows(observed(10, 200)))
    expect(summary(await readMinutes(deps.db, hostId, null))).toEqual(
      summary(observed(60, 200).slice(0, 3)),
    )
    const from = new Date((START + 120) * 1000)
    const minutes = await readMinutes(deps.db, hostId, from)
    expect(minutes.map((each) => each.windowStartEpochSeconds - START)).toEqual([120])
  })

  it('ends with the longer window that is not over yet', async () => {
    await storeWindows(deps.db, hostId, hostWindows(observed(10, 3790)))
    const hours = await readWindows(deps, hostId, { seconds: 3600, ...ALL })
    expect(summary(hours)).toEqual(summary(observed(3600, 3790)))
  })

  it.each([
    [1, 10],
    [7, 10],
    [8, 60],
    [100, 3600],
    [5000, 3600],
  ])('finds for %d days windows of %d s', (days, seconds) => {
    expect(finestKept(deps.config, START - days * DAY_SECONDS, START)).toBe(seconds)
  })
})

it('drops windows when their time is over, the short ones first', async () => {
  const now = Date.now() / 1000
  const daysAgo = (days: number) => Math.floor((now - days * DAY_SECONDS) / 3600) * 3600
  for (const start of [daysAgo(20), daysAgo(2)]) {
    const shifted = observed(10, 3600).map((each) => ({
      ...each,
      windowStartEpochSeconds: each.windowStartEpochSeconds - START + start,
    }))
    await storeWindows(deps.db, hostId, hostWindows(shifted))
  }
  await dropOldWindows(deps)
  const counts = [10, 60, 3600] as const
  const lengths = counts.map(async (seconds) => {
    const range = { fromEpochSeconds: 0, toEpochSeconds: now }
    return (await loadWindows(deps.db, hostId, seconds, range)).length
  })
  expect(await Promise.all(lengths)).toEqual([360, 120, 2])
  await deps.db.host.delete({ where: { id: hostId } })
  expect(await deps.db.watchWindow.count({ where: { hostId } })).toBe(0)
})
