import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimeResolution } from '../observation.ts'
import { ObservationBuilder } from './observation-builder.ts'

/** Evenly spaced arrivals in [from, to), `rate` per second. */
function even(from: number, to: number, rate: number): number[] {
  const count = Math.round((to - from) * rate)
  return Array.from({ length: count }, (_, i) => from + (i + 0.5) / rate)
}

interface Log {
  domain?: string
  starts: readonly number[]
  seconds?: number
  resolution?: TimeResolution
}

function covered(logs: readonly Log[], windowSeconds = 10, maxWindows = 4000) {
  const builder = new ObservationBuilder({ windowSeconds, maxWindows })
  for (const { domain = 'vm1', starts, seconds = 0.01, resolution = 'microsecond' } of logs) {
    const stream = builder.openRequests(domain, 'requests', resolution)
    for (const start of starts) stream.add(start, seconds, false, -1)
    stream.close()
  }
  return builder.finish().observations.map((o) => ({
    domain: o.domain,
    from: o.windowStartEpochSeconds,
    arrivals: o.requests!.arrivals,
    seconds: o.requests!.coveredSeconds,
    rate: o.requests!.arrivals / o.requests!.coveredSeconds,
  }))
}

describe('the covered part of a window', () => {
  test('is shorter where the log begins and ends, so the rate stays right', () => {
    const windows = covered([{ starts: even(5.3, 27.8, 40) }])
    expect(windows.map(({ seconds }) => seconds)).toEqual([
      expect.closeTo(4.7, 1),
      10,
      expect.closeTo(7.8, 1),
    ])
    for (const { rate } of windows) expect(Math.abs(rate - 40)).toBeLessThan(0.5)
  })

  test('gives an unbiased rate of a Poisson log in its first and last windows', () => {
    let state = 7
    const exponential = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return -Math.log((state + 0.5) / 2 ** 31)
    }
    const first: number[] = []
    for (let run = 0; run < 400; run++) {
      const starts: number[] = []
      for (let at = 4 + exponential() / 5; at < 60; at += exponential() / 5) starts.push(at)
      first.push(covered([{ starts }])[0]!.rate)
    }
    const mean = first.reduce((a, b) => a + b, 0) / first.length
    // With 30 requests in 6 s, the mean of 400 runs has a standard deviation of 0.05 per second;
    // counting from the first request on would give 5.12.
    expect(Math.abs(mean - 5)).toBeLessThan(0.1)
  })

  test('is never longer than the window, and all of it between the first and the last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 60 }),
        (starts, windowSeconds) => {
          const windows = covered([{ starts }], windowSeconds)
          for (const { seconds } of windows) {
            expect(seconds).toBeGreaterThanOrEqual(0)
            expect(seconds).toBeLessThanOrEqual(windowSeconds)
          }
          const first = Math.min(...starts) + windowSeconds
          const last = Math.max(...starts) - windowSeconds
          for (const { from, seconds } of windows)
            if (from > first && from + windowSeconds < last) expect(seconds).toBe(windowSeconds)
        },
      ),
    )
  })

  test('counts whole seconds where the time stamps are whole seconds', () => {
    const starts = even(5, 28, 40).map(Math.floor)
    const windows = covered([{ starts, resolution: 'second' }])
    expect(windows.map(({ seconds }) => seconds)).toEqual([5, 10, 8])
    expect(windows.map(({ rate }) => rate)).toEqual([40, 40, 40])
  })

  test('is the same for all domains, because a domain without requests was idle, not unobserved', () => {
    const windows = covered([
      { starts: even(5, 30, 40) },
      { domain: 'vm2', starts: even(8, 30, 0.5) },
    ])
    const first = windows.filter(({ from }) => from === 0)
    expect(first.map(({ domain }) => domain)).toEqual(['vm1', 'vm2'])
    for (const { seconds } of first) expect(seconds).toBeCloseTo(5, 1)
  })

  test('ends between two recordings but not between rotated files', () => {
    const apart = covered([{ starts: even(0, 25, 40) }, { starts: even(995, 1020, 40) }])
    const edges = apart.filter(({ from }) => from === 20 || from === 990)
    for (const { rate } of edges) expect(Math.abs(rate - 40)).toBeLessThan(0.5)
    const rotated = covered([{ starts: even(0, 25, 40) }, { starts: even(26, 50, 40) }])
    expect(rotated.find(({ from }) => from === 20)!.seconds).toBe(10)
    const quiet = covered([{ starts: even(0, 3600, 0.01) }, { starts: even(3600, 7200, 0.01) }])
    expect(quiet.every(({ seconds }) => seconds === 10)).toBe(true)
  })

  test('leaves out stragglers with which a rotated log begins', () => {
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    const requests = [
      ...even(65, 100, 40).map((start) => ({ start, seconds: 0.01 })),
      { start: 3, seconds: 70 },
    ]
    requests.sort((a, b) => a.start + a.seconds - b.start - b.seconds)
    for (const { start, seconds } of requests) stream.add(start, seconds, false, -1)
    stream.close()
    const seconds = builder.finish().observations.map((o) => o.requests!.coveredSeconds)
    expect(seconds).toEqual([0, expect.closeTo(5, 1), 10, 10, 10])
  })

  test('is the whole window where too few requests show where the log began', () => {
    expect(covered([{ starts: [5, 6] }])).toMatchObject([{ seconds: 10, rate: 0.2 }])
  })

  test('stays right when windows are doubled', () => {
    const windows = covered([{ starts: even(5, 155, 40) }], 10, 4)
    expect(windows.map(({ from }) => from)).toEqual([0, 40, 80, 120])
    for (const { rate } of windows) expect(Math.abs(rate - 40)).toBeLessThan(0.2)
  })
})
