import type { CpuStats } from '@steelyard/traces'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeMinutes } from '../loop/testing/store-minutes.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { storeWindows } from '../windows/store-windows.ts'
import { loadWindows } from '../windows/window-rows.ts'
import { serveLoopMetrics } from './serve-loop-metrics.ts'
import { fillLoop, minutesAgo } from './testing/fill-loop.ts'

let deps: TestDeps
let hostId: string
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.host.deleteMany()
  await deps.db.notificationChannel.deleteMany()
  hostId = await fillLoop(deps.db, 'xen1')
})

/** What a process that has just started answers: nothing but the database remembers. */
async function scrape(): Promise<Map<string, number>> {
  const registry = new Registry()
  serveLoopMetrics(deps, registry)
  const lines = (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line))
  return new Map(
    lines.map((line) => {
      const [, series, value] = /^(.*) (\S+)$/.exec(line)!
      return [series!.replace('steelyard_', ''), Number(value)]
    }),
  )
}

const matching = (all: Map<string, number>, pattern: RegExp) =>
  Object.fromEntries([...all].filter(([series]) => pattern.test(series)))
const vm1 = '{host="xen1",domain="vm1"}'

describe('a scrape', () => {
  it('counts what was observed of each domain that is still there', async () => {
    const all = await scrape()
    expect(matching(all, /^domain_requests_total/)).toEqual({
      [`domain_requests_total${vm1}`]: 1200,
      'domain_requests_total{host="xen1",domain="vm2"}': 600,
    })
    expect(all.get(`domain_response_seconds_count${vm1}`)).toBe(1200)
    expect(all.get(`domain_response_seconds_sum${vm1}`)).toBeCloseTo(300, 6)
    const upTo = (le: string) =>
      all.get(`domain_response_seconds_bucket{host="xen1",domain="vm1",le="${le}"}`)
    expect([upTo('0.2'), upTo('0.3'), upTo('+Inf')]).toEqual([0, 1200, 1200])
  })

  it('says how targets, hotspots, predictions, watches and messages stand', async () => {
    const all = await scrape()
    const rest = /^(target|hotspot|prediction|recommendation|watch|loop|notifications)/
    expect(matching(all, rest)).toEqual({
      [`target_met${vm1}`]: 0,
      'target_met{host="xen1",domain="vm2"}': 1,
      [`hotspot_open${vm1}`]: 1,
      'hotspot_open{host="xen1",domain="vm2"}': 0,
      [`prediction_error_ratio${vm1}`]: 1.25,
      'recommendation_open{host="xen1"}': 1,
      'watch_up{host="xen1"}': 1,
      loop_stopped: 0,
      'notifications_failed_total{channel="on call for xen1"}': 2,
    })
  })

  it('notices a stop, a watch that has stored nothing lately, and one that is removed', async () => {
    await deps.db.loopStop.create({ data: { stoppedBy: 'grace', reason: 'maintenance' } })
    await deps.db.watch.update({
      where: { hostId },
      data: { storedTo: new Date(Date.now() - 300_000) },
    })
    const stale = await scrape()
    expect([stale.get('loop_stopped'), stale.get('watch_up{host="xen1"}')]).toEqual([1, 0])
    await deps.db.loopStop.deleteMany()
    await deps.db.watch.delete({ where: { hostId } })
    expect(matching(await scrape(), /^(domain|target|hotspot|watch)/)).toEqual({})
  })

  it('says nothing of a target about which the log says nothing', async () => {
    await deps.db.domain.create({ data: { hostId, name: 'vm4', targetResponseTimeMs: 100 } })
    expect([...(await scrape()).keys()]).not.toContain('target_met{host="xen1",domain="vm4"}')
  })

  it('is answered without these metrics while the database cannot be read', async () => {
    const registry = new Registry()
    const db = { $transaction: () => Promise.reject(new Error('gone')) } as never
    serveLoopMetrics({ db, log: deps.log }, registry)
    expect(await registry.metrics()).toContain('# TYPE steelyard_watch_up gauge')
  })

  it('reads the database once, however many ask at the same time', async () => {
    let reads = 0
    const db = {
      $transaction: (...given: Parameters<typeof deps.db.$transaction>) => {
        reads += 1
        return deps.db.$transaction(...given)
      },
    } as never
    const registry = new Registry()
    serveLoopMetrics({ db, log: deps.log }, registry)
    const [one, other] = await Promise.all([registry.metrics(), registry.metrics()])
    expect([reads, one === other]).toEqual([1, true])
  })
})

describe('counters', () => {
  const ALL = { fromEpochSeconds: 0, toEpochSeconds: Number.MAX_SAFE_INTEGER / 1e6 }

  /** Corrects the window of 10 s that was stored first. */
  async function correct(change: { more?: number; cpu?: CpuStats; remove?: boolean }) {
    const [first] = await loadWindows(deps.db, hostId, 10, ALL)
    const startEpochSeconds = first!.windowStartEpochSeconds
    const range = { fromEpochSeconds: startEpochSeconds, toEpochSeconds: startEpochSeconds + 10 }
    const observations = (await loadWindows(deps.db, hostId, 10, range)).map((each) => ({
      ...each,
      cpu: change.cpu ?? each.cpu,
      requests: each.requests && {
        ...each.requests,
        arrivals: each.requests.arrivals + (change.more ?? 0),
      },
    }))
    const kept = change.remove ? [] : observations
    await storeWindows(deps.db, hostId, [{ startEpochSeconds, observations: kept, arrivals: null }])
  }
  const requests = async () => (await scrape()).get(`domain_requests_total${vm1}`)

  it('add of a corrected window only what is more', async () => {
    await correct({})
    expect(await requests()).toBe(1200)
    await correct({ more: 3 })
    expect(await requests()).toBe(1203)
    await correct({ more: -2 })
    expect(await requests()).toBe(1203)
    await correct({ remove: true })
    expect(await requests()).toBe(1203)
  })

  it('add what xentrace saw of a window that was stored without it', async () => {
    const nothingElse = { usedByPart: [], blockedSeconds: null, dispatches: null, ioCount: null }
    const times = { usedSeconds: 2.5, runnableWaitSeconds: 0.5, coveredSeconds: 10 }
    await correct({ cpu: { source: 'xentrace', ...times, ...nothingElse } })
    await correct({})
    const all = await scrape()
    expect(all.get(`domain_cpu_seconds_total${vm1}`)).toBe(2.5)
    expect(all.get(`domain_wait_seconds_total${vm1}`)).toBe(0.5)
  })

  it('go on with the minutes that follow', async () => {
    await storeMinutes(deps.db, hostId, minutesAgo(11), 1, {
      vm1: { perSecond: 1, responseSeconds: 60 },
    })
    const all = await scrape()
    expect(all.get(`domain_requests_total${vm1}`)).toBe(1260)
    const upTo = (le: string) =>
      all.get(`domain_response_seconds_bucket{host="xen1",domain="vm1",le="${le}"}`)
    expect([upTo('30'), upTo('+Inf')]).toEqual([1200, 1260])
  })

  it('are not added to when nothing was stored, and stay when windows are dropped', async () => {
    await deps.db.watchWindow.deleteMany({ where: { hostId } })
    expect(await requests()).toBe(1200)
    await deps.db.watch.update({ where: { hostId }, data: { heldBy: 'an agent' } })
    const window = { startEpochSeconds: minutesAgo(20), observations: [], arrivals: null }
    expect(await storeWindows(deps.db, hostId, [window], 'another')).toBe(false)
    expect(await requests()).toBe(1200)
  })
})
