import type { LiveWindow, Observation } from '@steelyard/traces'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { hostWindow } from './host-window.ts'
import { hostWindows, observed, START } from './observed.fixture.ts'
import { storeReturnedLog } from './store-returned-log.ts'
import { storeWindows } from './store-windows.ts'
import { loadHostWindows, loadWindows } from './window-rows.ts'

let deps: TestDeps
let hostId: string
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  const data = { name: `xen-${Math.random()}`, watch: { create: {} } }
  hostId = (await deps.db.host.create({ data })).id
})

/** The windows of 10 s as if they were of that domain, with one arrival each. */
function windowsOf(domain: string, observations: readonly Observation[]): LiveWindow[] {
  return observations.map((each) => ({
    startEpochSeconds: each.windowStartEpochSeconds,
    observations: [{ ...each, domain }],
    arrivals: [
      {
        domain,
        resolution: 'microsecond' as const,
        startsEpochSeconds: [each.windowStartEpochSeconds + 1],
      },
    ],
  }))
}

const ALL = { fromEpochSeconds: 0, toEpochSeconds: 2 ** 31 }

it('adds the requests of one domain to what is stored of the others, and to their minutes', async () => {
  const others = hostWindows(observed(10, 300))
  const [, , gone, ...kept] = others
  await storeWindows(deps.db, hostId, [...others.slice(0, 2), ...kept])
  const said = windowsOf('zz', observed(10, 240))
  expect(await storeReturnedLog(deps.db, hostId, { domain: 'zz', windows: said })).toBe(true)
  const minutes = (await loadWindows(deps.db, hostId, 60, ALL)).filter(
    ({ domain }) => domain === 'zz',
  )
  const alone = observed(60, 240)
  expect(minutes.map(({ requests }) => requests?.arrivals)).toEqual(
    alone.map(({ requests }) => requests?.arrivals),
  )
  const stored = await loadHostWindows(deps.db, hostId, 10, {
    fromEpochSeconds: START,
    toEpochSeconds: START + 240,
  })
  expect(stored).toHaveLength(said.length)
  const domains = others[0]!.observations.map(({ domain }) => domain)
  for (const { startEpochSeconds, observations, arrivals } of stored) {
    const isGone = startEpochSeconds === gone!.startEpochSeconds
    expect(observations.map(({ domain }) => domain)).toEqual(isGone ? ['zz'] : [...domains, 'zz'])
    expect(arrivals).toMatchObject([{ domain: 'zz', offsetsSeconds: Float64Array.of(1) }])
  }
})

it('leaves a window alone of which more was known before', async () => {
  const whole = windowsOf('zz', observed(10, 60))
  await storeWindows(deps.db, hostId, whole.map(hostWindow))
  const before = await loadWindows(deps.db, hostId, 10, ALL)
  const partly = whole.map(({ observations: [each], ...window }) => ({
    ...window,
    observations: [{ ...each!, requests: { ...each!.requests!, arrivals: 0, coveredSeconds: 4 } }],
  }))
  await storeReturnedLog(deps.db, hostId, { domain: 'zz', windows: partly })
  expect(await loadWindows(deps.db, hostId, 10, ALL)).toEqual(before)
  expect(before[0]!.windowStartEpochSeconds).toBe(START)
})
