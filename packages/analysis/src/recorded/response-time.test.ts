import { describe, expect, it } from 'vitest'
import {
  measuredDistribution,
  measuredIn,
  measuredResponseTime,
  measuredTimes,
  measurerOf,
} from './response-time.ts'
import { groupWindows } from './window-list.ts'
import { durationOf, observationOf, requestsOf } from './windows.fixture.ts'

const log = (count: number, meanSeconds: number) =>
  requestsOf({ duration: durationOf({ count, meanSeconds }) })
const silent = requestsOf({ duration: null })

const windows = groupWindows(
  [
    observationOf('both', 0, { requests: log(10, 0.1) }),
    observationOf('both', 10, { requests: log(10, 0.1), clientRequests: log(30, 0.2) }),
    observationOf('both', 20, { clientRequests: log(10, 0.6) }),
    observationOf('logged', 0, { requests: log(30, 0.1), clientRequests: silent }),
    observationOf('logged', 10, { requests: log(10, 0.5) }),
    observationOf('silent', 0, { requests: silent }),
  ],
  10,
)

describe('the side that measures', () => {
  it('is the client wherever its times are known, else the log', () => {
    expect(measurerOf(windows, 'both')).toBe('client')
    expect(measurerOf(windows.slice(0, 1), 'both')).toBe('access-log')
    expect(measurerOf(windows, 'logged')).toBe('access-log')
  })

  it('is none without durations', () => {
    expect(measurerOf(windows, 'silent')).toBeNull()
    expect(measurerOf(windows, 'nowhere')).toBeNull()
    expect(measurerOf([], 'both')).toBeNull()
  })

  it('is asked alone in every window', () => {
    const observation = windows[1]!.byDomain.get('both')
    expect(measuredIn(observation, 'client')!.meanSeconds).toBe(0.2)
    expect(measuredIn(observation, 'access-log')!.meanSeconds).toBe(0.1)
    expect(measuredIn(observation, null)).toBeNull()
    expect(measuredIn(undefined, 'client')).toBeNull()
    expect(measuredIn(windows[0]!.byDomain.get('both'), 'client')).toBeNull()
    expect(measuredIn(windows[0]!.byDomain.get('silent'), 'access-log')).toBeNull()
  })
})

describe('the measured response time', () => {
  it('is the mean over all requests of that side, not over windows', () => {
    const client = measuredResponseTime(windows, 'both', 'client')!
    expect(client.meanSeconds).toBeCloseTo((30 * 0.2 + 10 * 0.6) / 40, 12)
    expect(client).toMatchObject({ requests: 40, measuredBy: 'client' })
    const logged = measuredResponseTime(windows, 'logged', 'access-log')!
    expect(logged.meanSeconds).toBeCloseTo((30 * 0.1 + 10 * 0.5) / 40, 12)
    expect(logged.requests).toBe(40)
  })

  it('of one window has its quantiles', () => {
    const duration = durationOf({
      p50Seconds: 0.1,

      p95Seconds: 0.4,
      p99Seconds: 0.9,
      maxSeconds: 1,
    })
    const [window] = groupWindows(
      [observationOf('vm1', 0, { requests: requestsOf({ duration }) })],
      10,
    )
    const found = measuredResponseTime([window!], 'vm1', 'access-log')!
    expect(Math.abs(found.p50Seconds! / 0.1 - 1)).toBeLessThan(0.01)
    expect(Math.abs(found.p95Seconds! / 0.4 - 1)).toBeLessThan(0.01)
    expect(Math.abs(found.p99Seconds! / 0.9 - 1)).toBeLessThan(0.01)
    expect(measuredTimes([window!], 'vm1', 'access-log')).toEqual({
      mean: found.meanSeconds,
      p95: found.p95Seconds,
      p99: found.p99Seconds,
    })
  })

  it('has the quantiles of all requests, however they fall into windows', () => {
    // 900 requests take 10 ms and 100 take 1 s, so the 95th percentile is among the slow ones.
    const halves = groupWindows(
      [
        observationOf('vm1', 0, { requests: log(900, 0.01) }),
        observationOf('vm1', 10, { requests: log(100, 1) }),
      ],
      10,
    )
    const found = measuredResponseTime(halves, 'vm1', 'access-log')!
    expect(found.p50Seconds! / 0.01).toBeCloseTo(1, 1)
    expect(found.p95Seconds).toBeCloseTo(1, 1)
    const bins = measuredDistribution(halves, 'vm1', 'access-log', 20)
    expect(bins.length).toBeLessThanOrEqual(20)
    expect(bins.at(0)!.count).toBe(900)
    expect(bins.at(-1)!.count).toBe(100)
  })

  it('has no quantiles where the sketch was not kept', () => {
    const { sketch: _, ...duration } = durationOf({ count: 5 })
    const [old] = groupWindows(
      [observationOf('vm1', 0, { requests: requestsOf({ duration }) })],
      10,
    )
    const found = measuredResponseTime([old!], 'vm1', 'access-log')!
    expect(found).toMatchObject({ meanSeconds: 0.01, p95Seconds: null, requests: 5 })
    expect(measuredDistribution([old!], 'vm1', 'access-log', 20)).toEqual([])
  })

  it('is unknown where nothing was measured', () => {
    expect(measuredResponseTime(windows, 'silent', 'access-log')).toBeNull()
    expect(measuredResponseTime(windows, 'both', null)).toBeNull()
    expect(measuredResponseTime([], 'both', 'client')).toBeNull()
    expect(measuredTimes(windows, 'nowhere', 'client')).toEqual({
      mean: null,
      p95: null,
      p99: null,
    })
  })
})
