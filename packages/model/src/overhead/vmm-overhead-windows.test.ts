import { describe, expect, test } from 'vitest'
import {
  busyAndCalm,
  type DomainWindowUse,
  fitLine,
  meanOf,
  namesOf,
  pointsOf,
  type RecordedWindow,
} from './vmm-overhead-windows.ts'

const pointsAt = (...pairs: [number, number][]): DomainWindowUse[] =>
  pairs.map(([rate, cpu], window) => ({ window, rate, cpu }))

test('the mean of nothing is 0', () => {
  expect(meanOf([])).toBe(0)
  expect(meanOf([3])).toBe(3)
  expect(meanOf([1, 2, 6])).toBe(3)
})

describe('fitLine', () => {
  test('finds intercept and slope of points on a line, and what the interval needs', () => {
    expect(fitLine(pointsAt([10, 0.12], [20, 0.22], [60, 0.62]))).toEqual({
      slope: expect.closeTo(0.01, 12),
      intercept: expect.closeTo(0.02, 12),
      meanRate: 30,
      squaredDeviations: 400 + 100 + 900,
    })
  })

  test('by hand: (0, 0), (1, 3), (2, 0) and (3, 3) give 0.6 x + 0.6', () => {
    // Sum of (x - 1.5) (y - 1.5) = 3, over squares of 5.
    const line = fitLine(pointsAt([0, 0], [1, 3], [2, 0], [3, 3]))!
    expect(line.slope).toBeCloseTo(0.6, 12)
    expect(line.intercept).toBeCloseTo(0.6, 12)
  })

  test('needs rates that vary by more than 5 % of their mean', () => {
    expect(fitLine(pointsAt([95, 1], [105, 2]))).toBeNull()
    expect(fitLine(pointsAt([94, 1], [106, 2]))).not.toBeNull()
    expect(fitLine(pointsAt([0, 1], [0, 2]))).toBeNull()
    expect(fitLine([])).toBeNull()
  })
})

describe('points of a domain', () => {
  const seen = (name: string, requestsPerSecond: number, cpuPerSecond: number) => ({
    name,
    requestsPerSecond,
    cpuPerSecond,
  })
  const windows: RecordedWindow[] = [
    { busyPCpus: 1, domains: [seen('b', 10, 0.1)] },
    { busyPCpus: 1, domains: [seen('a', 20, 0.2), seen('b', 30, 0.3)] },
  ]

  test('names appear once, in the order in which they were first seen', () => {
    expect(namesOf(windows)).toEqual(['b', 'a'])
  })

  test('points keep the index of their window; a domain that was away has none', () => {
    expect(pointsOf('a', windows)).toEqual([{ window: 1, rate: 20, cpu: 0.2 }])
    expect(pointsOf('b', windows)).toEqual([
      { window: 0, rate: 10, cpu: 0.1 },
      { window: 1, rate: 30, cpu: 0.3 },
    ])
    expect(pointsOf('c', windows)).toEqual([])
  })
})

describe('busyAndCalm', () => {
  /** One domain at 10 ms per request, and Domain-0 at 1 ms; the load is 0.011 times the rate. */
  const windowsAt = (...rates: number[]): RecordedWindow[] =>
    rates.map((rate) => ({
      busyPCpus: 0.011 * rate,
      domains: [{ name: 'vm1', requestsPerSecond: rate, cpuPerSecond: 0.01 * rate }],
    }))
  const ratesOf = (windows: readonly RecordedWindow[]) =>
    windows.map(({ domains }) => domains[0]!.requestsPerSecond)

  test('busy is from 90 % of all pCPUs on, calm up to one pCPU less than all; neither is in between', () => {
    // On two pCPUs: calm up to a load of 1, busy from 1.8, Domain-0 included.
    const windows = windowsAt(10, 40, 60, 80, 90, 92, 120, 162, 165, 200)
    const { busy, calm } = busyAndCalm(windows, 2)
    expect(ratesOf(calm)).toEqual([10, 40, 60, 80, 90])
    expect(ratesOf(busy)).toEqual([165, 200])
  })

  test('a window of expensive requests counts by its rate, not by the CPU time that it used', () => {
    const dear = (window: RecordedWindow): RecordedWindow => ({
      busyPCpus: window.busyPCpus * 2,
      domains: window.domains.map((each) => ({ ...each, cpuPerSecond: each.cpuPerSecond * 2 })),
    })
    const windows = windowsAt(10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 60, 85)
    const { busy } = busyAndCalm([...windows.slice(0, -1), dear(windows.at(-1)!)], 2)
    expect(busy).toEqual([])
  })

  test('judges by the lines of calm windows, so that overhead makes no window busy', () => {
    // At 20 % more CPU per request, 155 per second use 2.05 pCPUs but need 1.7.
    const full = windowsAt(155).map(({ busyPCpus, domains }) => ({
      busyPCpus: 1.2 * busyPCpus,
      domains: domains.map((each) => ({ ...each, cpuPerSecond: 1.2 * each.cpuPerSecond })),
    }))
    const windows = [...windowsAt(10, 30, 40, 50, 70), ...full, ...full, ...full]
    const { busy, calm } = busyAndCalm(windows, 2)
    expect([busy.length, calm.length]).toEqual([0, 5])
  })

  test('with fewer than five calm windows judges by all windows', () => {
    const full = windowsAt(155).map(({ busyPCpus, domains }) => ({
      busyPCpus: 1.2 * busyPCpus,
      domains: domains.map((each) => ({ ...each, cpuPerSecond: 1.2 * each.cpuPerSecond })),
    }))
    const windows = [...windowsAt(10, 20, 30, 40), ...full, ...full, ...full]
    expect(busyAndCalm(windows, 2).busy).toHaveLength(3)
  })

  test("Domain-0 works for the requests of all domains: 1 ms for each of both guests' halves", () => {
    const halves = windowsAt(10, 40, 60, 80, 90, 92, 120, 162, 165, 200).map((window) => {
      const [{ requestsPerSecond, cpuPerSecond }] = window.domains as [RecordedWindow['domains'][0]]
      const half = { requestsPerSecond: requestsPerSecond / 2, cpuPerSecond: cpuPerSecond / 2 }
      return { ...window, domains: ['vm1', 'vm2'].map((name) => ({ name, ...half })) }
    })
    const { busy, calm } = busyAndCalm(halves, 2)
    expect(ratesOf(calm)).toEqual([5, 20, 30, 40, 45])
    expect(ratesOf(busy)).toEqual([82.5, 100])
  })

  test('a domain whose rate hardly varies counts with its mean CPU time', () => {
    const windows = windowsAt(100, 101, 99, 100, 100, 101)
    expect(busyAndCalm(windows, 2)).toEqual({ busy: [], calm: [] })
    expect(busyAndCalm(windows, 1).busy).toHaveLength(6)
    expect(busyAndCalm(windows, 3).calm).toHaveLength(6)
  })
})
