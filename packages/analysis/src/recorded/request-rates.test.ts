import { decide } from '@steelyard/model'
import { ObservationBuilder } from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import { hostLoad } from '../load/host-load.ts'
import { judgedDomains } from '../verdict/judged-domains.ts'
import { findGuests } from './guests.ts'
import { arrivalRate, requestRates, windowsForRates } from './request-rates.ts'
import { groupWindows, trimToRequests } from './window-list.ts'
import { cpuOf, observationOf, requestsOf } from './windows.fixture.ts'

const logged = (start: number, arrivals: number, coveredSeconds = 10) =>
  observationOf('vm1', start, { requests: requestsOf({ arrivals, coveredSeconds }) })

describe('arrivalRate', () => {
  it('divides by the seconds that the log covers', () => {
    const windows = groupWindows([logged(0, 120, 4), logged(10, 300), logged(20, 60, 2)], 10)
    expect(arrivalRate(windows, 'vm1')).toBe(30)
    for (const window of windows) expect(arrivalRate([window], 'vm1')).toBe(30)
  })

  it('treats a domain without requests as idle while others are logged', () => {
    const vm2 = observationOf('vm2', 0, {
      requests: requestsOf({ arrivals: 40, coveredSeconds: 4 }),
    })
    const windows = groupWindows([vm2, logged(0, 40, 4), logged(10, 100)], 10)
    expect(arrivalRate(windows, 'vm2')).toBeCloseTo(40 / 14, 12)
  })

  it('leaves out stragglers from a time that the log does not cover', () => {
    const windows = groupWindows([logged(0, 2, 0), logged(10, 300)], 10)
    expect(arrivalRate(windows, 'vm1')).toBe(30)
    expect(trimToRequests(windows).map((window) => window.startEpochSeconds)).toEqual([10])
    expect(requestRates(windows[0]!, requestsOf({ coveredSeconds: 0 })).offeredPerSecond).toBe(0)
  })
})

describe('the busiest rates', () => {
  const edges = [logged(0, 21, 0.4), logged(10, 300), logged(20, 310), logged(30, 8, 0.3)]

  it('are not sought in short pieces at the edges', () => {
    const windows = groupWindows(edges, 10)
    expect(windowsForRates(windows).map((window) => window.startEpochSeconds)).toEqual([10, 20])
    const [vm1] = judgedDomains(windows, findGuests(windows), [], () => null)
    expect(vm1!.offeredPerSecond).toBeGreaterThan(30)
    expect(vm1!.offeredPerSecond).toBeLessThan(31)
  })

  it('come from short pieces where there is nothing else', () => {
    const windows = groupWindows([logged(0, 120, 4)], 10)
    expect(judgedDomains(windows, findGuests(windows), [], () => null)[0]!.offeredPerSecond).toBe(
      30,
    )
  })
})

describe('CPU time per request', () => {
  const piece = (start: number, arrivals: number, covered: { log: number; cpu: number }) =>
    observationOf('vm1', start, {
      requests: requestsOf({ arrivals, coveredSeconds: covered.log }),
      cpu: cpuOf({ usedSeconds: arrivals * 0.005, coveredSeconds: covered.cpu }),
    })

  it('is computed where the log covers the window, not where it hardly touches it', () => {
    const grazed = observationOf('vm1', 10, {
      requests: requestsOf({ arrivals: 150, coveredSeconds: 5 }),
      cpu: cpuOf({ usedSeconds: 1.5 }),
    })
    const windows = groupWindows([piece(0, 300, { log: 10, cpu: 10 }), grazed], 10)
    const [vm1] = findGuests(windows)
    expect(vm1!.serviceTimeSeconds).toBeCloseTo(0.005, 12)
    const load = hostLoad(windows.slice(1), [vm1!], 1)
    expect(load.domains[0]).toMatchObject({ arrivalRatePerSecond: 30 })
    expect(load.domains[0]!.serviceTimeSeconds).toBeCloseTo(0.005, 12)
  })

  it.each([
    ['the trace runs on before and after the load', { log: 5, cpu: 10 }],
    ['trace and log end together', { log: 5, cpu: 5 }],
  ])('is right in a single piece when %s', (_, covered) => {
    const windows = groupWindows([piece(0, 150, covered)], 10)
    expect(findGuests(windows)[0]!.serviceTimeSeconds).toBeCloseTo(0.005, 12)
  })
})

/**
 * First come first served, 10 ms each, so 100 per second; arrivals are even except for a ripple.
 */
function served(ratePerSecond: number, seconds: number) {
  const builder = new ObservationBuilder({ windowSeconds: 10 })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  let free = 0
  for (let i = 0; i < ratePerSecond * seconds; i++) {
    const at = (i + 0.4 * Math.sin(i)) / ratePerSecond
    free = Math.max(free, at) + 0.01
    stream.add(at, free - at, false, -1)
  }
  stream.close()
  return trimToRequests(groupWindows(builder.finish().observations, 10))
}

describe('a throughput target', () => {
  const verdictAt = (ratePerSecond: number, throughputPerSecond: number) => {
    const windows = served(ratePerSecond, 120)
    const target = { domain: 'vm1', responseTimeSeconds: null, throughputPerSecond }
    const judged = judgedDomains(windows, findGuests(windows), [target], () => null)
    return { domain: judged[0]!, decision: decide(judged, { rule: 'gated' }) }
  }

  it('is missed by a server that cannot keep up, though it fails no request', () => {
    const { domain, decision } = verdictAt(130, 120)
    expect(domain.offeredPerSecond).toBeCloseTo(130, 0)
    expect(domain.observedThroughputPerSecond).toBeCloseTo(100, 0)
    expect(decision.violators).toEqual(['vm1'])
    expect(decision.reasons[0]).toMatchObject({
      code: 'throughput-below-target',
      observedThroughputPerSecond: expect.closeTo(100, 0),
      offeredPerSecond: expect.closeTo(130, 0),
    })
  })

  it('is met by a server that answers all requests, and by one that answers at the target rate', () => {
    expect(verdictAt(80, 90).decision).toMatchObject({ verdict: 'ok', violators: [] })
    expect(verdictAt(130, 95).decision).toMatchObject({ verdict: 'ok', violators: [] })
  })

  it('is judged by arrivals without errors where the log has no completions', () => {
    const stats = requestsOf({ arrivals: 200, errors: 50, completions: null })
    const [window] = groupWindows([observationOf('vm1', 0, { requests: stats })], 10)
    expect(requestRates(window!, stats)).toEqual({ offeredPerSecond: 20, answeredPerSecond: 15 })
  })
})
