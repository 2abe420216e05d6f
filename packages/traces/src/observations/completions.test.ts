import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestStats } from '../observation.ts'
import { ObservationBuilder } from './observation-builder.ts'

interface Request {
  start: number
  seconds: number
  isError?: boolean
}

function observe(requests: readonly Request[], windowSeconds: number, maxWindows = 4000) {
  const builder = new ObservationBuilder({ windowSeconds, maxWindows })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  for (const { start, seconds, isError } of requests)
    stream.add(start, seconds, isError ?? false, -1)
  stream.close()
  return builder.finish()
}

const sum = (stats: readonly RequestStats[], of: (stats: RequestStats) => number) =>
  stats.reduce((total, each) => total + of(each), 0)
const statsOf = (set: ReturnType<typeof observe>) => set.observations.map((o) => o.requests!)

/**
 * Quarters of a second are exact in binary, so that the test and the grid agree on every boundary.
 */
const quarters = fc.integer({ min: 0, max: 2400 }).map((n) => n / 4)
const request = fc.record({
  start: quarters,
  seconds: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 80 }).map((n) => n / 4) },
    { weight: 1, arbitrary: fc.constant(Number.NaN) },
  ),
  isError: fc.boolean(),
})
const endOf = ({ start, seconds }: Request) => start + (seconds >= 0 ? seconds : 0)

describe('completions', () => {
  test('are the arrivals up to the end of a window less the requests in progress there', () => {
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom(3, 4000),
        (requests, windowSeconds, maxWindows) => {
          fc.pre(requests.some(({ seconds }) => seconds >= 0))
          const set = observe(requests, windowSeconds, maxWindows)
          for (const { windowStartEpochSeconds } of set.observations) {
            const end = windowStartEpochSeconds + set.windowSeconds
            const upTo = statsOf({
              ...set,
              observations: set.observations.filter((o) => o.windowStartEpochSeconds < end),
            })
            const underWay = requests.filter((r) => r.start < end && endOf(r) >= end)
            const arrivals = sum(upTo, (stats) => stats.arrivals)
            expect(sum(upTo, (stats) => stats.completions!.count)).toBe(arrivals - underWay.length)
            expect(sum(upTo, (stats) => stats.completions!.errors)).toBe(
              requests.filter((r) => r.isError && endOf(r) < end).length,
            )
          }
          const all = statsOf(set)
          expect(sum(all, (stats) => stats.completions!.count)).toBe(requests.length)
          expect(sum(all, (stats) => stats.completions!.errors)).toBe(sum(all, (s) => s.errors))
        },
      ),
    )
  })

  test('are unknown where no request has a duration', () => {
    const requests = [0, 1, 2].map((start) => ({ start, seconds: Number.NaN }))
    expect(statsOf(observe(requests, 10))[0]!.completions).toBeNull()
  })

  test('are known in every window of a log that has durations in any window', () => {
    const requests = [
      { start: 0, seconds: Number.NaN },
      { start: 10, seconds: 1 },
    ]
    const counts = statsOf(observe(requests, 10)).map((stats) => stats.completions!.count)
    expect(counts).toEqual([1, 1])
  })
})

/** One server, first come first served, constant service: M/D/1 with Poisson arrivals. */
function queue(ratePerSecond: number, serviceSeconds: number, seconds: number): Request[] {
  let state = 20_261_121
  const uniform = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state + 0.5) / 2 ** 31
  }
  const requests: Request[] = []
  let free = 0
  for (let at = 0; ; ) {
    at -= Math.log(uniform()) / ratePerSecond
    if (at >= seconds) return requests
    free = Math.max(free, at) + serviceSeconds
    requests.push({ start: at, seconds: free - at })
  }
}

describe('a server of 100 requests per second (M/D/1)', () => {
  const during = (rate: number) =>
    statsOf(observe(queue(rate, 0.01, 200), 20)).filter((stats) => stats.arrivals > 0)

  test('completes 100 per second when asked for 130, and the rest after the load ends', () => {
    const stats = during(130)
    expect(stats).toHaveLength(10)
    for (const { arrivals, completions } of stats) {
      expect(arrivals).toBeGreaterThan(2300)
      expect(Math.abs(completions!.count - 2000)).toBeLessThanOrEqual(20)
    }
    const all = statsOf(observe(queue(130, 0.01, 200), 20))
    expect(all.length).toBeGreaterThan(10)
    expect(sum(all, (s) => s.completions!.count)).toBe(sum(all, (s) => s.arrivals))
  })

  test('completes what arrives when asked for 50', () => {
    for (const { arrivals, completions } of during(50))
      expect(Math.abs(completions!.count - arrivals)).toBeLessThanOrEqual(10)
  })
})
