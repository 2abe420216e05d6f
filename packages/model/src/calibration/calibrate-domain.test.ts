import { describe, expect, test } from 'vitest'
import { calibrateDomain, hostUtilisation } from './calibrate-domain.ts'
import type { CalibrationWindow, ObservedDomain } from './calibration.ts'

/** Ten seconds on one pCPU at `busy`, all of it from vm1, which needs 10 ms per request. */
function windowAt(busy: number, seen: Partial<ObservedDomain> = {}): CalibrationWindow {
  const rate = busy / 0.01
  return {
    seconds: 10,
    load: {
      domains: [{ name: 'vm1', arrivalRatePerSecond: rate, serviceTimeSeconds: 0.01 }],
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
    },
    weights: { 'Domain-0': 256, vm1: 256 },
    domains: [
      {
        name: 'vm1',
        cpuSeconds: 10 * busy,
        arrivals: 10 * rate,
        completions: null,
        measured: null,
        logged: null,
        gaps: null,
        ...seen,
      },
    ],
    domain0: null,
  }
}

const vm1 = (windows: readonly CalibrationWindow[]) => calibrateDomain('vm1', windows)

describe('hostUtilisation', () => {
  const two: CalibrationWindow = {
    ...windowAt(0.5),
    load: {
      domains: [
        { name: 'vm1', arrivalRatePerSecond: 50, serviceTimeSeconds: 0.01 },
        { name: 'vm2', arrivalRatePerSecond: 20, serviceTimeSeconds: 0.02 },
      ],
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 2,
    },
  }

  test('adds up lambda x over the guests, over all pCPUs: (50 0.01 + 20 0.02) / 2', () => {
    expect(hostUtilisation(two)).toBeCloseTo(0.45, 12)
  })

  test("includes Domain-0's CPU time where it was observed: 3 of 10 s more", () => {
    const domain0 = { cpuSeconds: 3, waitSeconds: null, dispatches: null }
    expect(hostUtilisation({ ...two, domain0 })).toBeCloseTo(0.6, 12)
  })
})

describe('which windows count', () => {
  test('only those in which the domain was seen', () => {
    const other = windowAt(0.9, { name: 'vm2', cpuSeconds: 90 })
    expect(vm1([windowAt(0.4), other]).serviceTimeSeconds).toMatchObject({
      value: expect.closeTo(0.01, 12),
      n: 1,
    })
    expect(vm1([other])).toEqual({
      name: 'vm1',
      serviceTimeSeconds: null,
      backgroundUtilisation: null,
      calmLogSeconds: null,
      arrivalScv: null,
      serviceTimeScv: null,
    })
  })

  test('for the service time those with CPU data and requests; without completions, arrivals', () => {
    const windows = [
      windowAt(0.4),
      windowAt(0.4, { cpuSeconds: null }),
      windowAt(0, { cpuSeconds: 5 }),
      windowAt(0.4, { completions: 0 }),
      windowAt(0.4, { completions: 800 }),
    ]
    // 4 s for 400 requests and 4 s for 800.
    expect(vm1(windows).serviceTimeSeconds).toMatchObject({
      value: expect.closeTo(8 / 1200, 12),
      n: 2,
    })
  })

  test("the log's durations below a utilisation of 30 %, by requests", () => {
    const at = (busy: number, meanSeconds: number, count: number) =>
      windowAt(busy, { logged: { meanSeconds, varianceSeconds2: 0, minSeconds: 0.001, count } })
    const calm = [at(0.29, 0.01, 300), at(0.1, 0.02, 100)]
    expect(vm1([...calm, at(0.3, 9, 100)]).calmLogSeconds).toMatchObject({
      value: expect.closeTo(0.0125, 12),
      n: 2,
    })
  })
})

describe('c_a^2', () => {
  const gapsAt = (busy: number, scv: number, count: number, byClient = false) =>
    windowAt(busy, { gaps: { meanSeconds: 0.1, varianceSeconds2: scv * 0.01, count, byClient } })
  const scvOf = (...windows: CalibrationWindow[]) => vm1(windows).arrivalScv?.value

  test("counts windows below 70 % alone, from 100 gaps of a server's log on", () => {
    expect(scvOf(gapsAt(0.69, 3, 60), gapsAt(0.2, 3, 40), gapsAt(0.7, 9, 500))).toBeCloseTo(3, 12)
  })

  test('with 99 of them counts all, but not above 1', () => {
    expect(scvOf(gapsAt(0.69, 3, 99), gapsAt(0.7, 9, 500))).toBe(1)
    expect(scvOf(gapsAt(0.69, 0.2, 99), gapsAt(0.7, 0.4, 101))).toBeCloseTo(0.301, 12)
    expect(scvOf(gapsAt(0.9, 0.4, 101), windowAt(0.9))).toBeCloseTo(0.4, 12)
  })

  test('a window at exactly 70 % is no longer below it', () => {
    const { load, ...rest } = gapsAt(0.7, 3, 500)
    const domains = [{ name: 'vm1', arrivalRatePerSecond: 0.7, serviceTimeSeconds: 1 }]
    expect(scvOf({ ...rest, load: { ...load, domains } })).toBe(1)
  })

  test('believes the clients at any load', () => {
    expect(scvOf(gapsAt(0.95, 4, 5, true), gapsAt(0.1, 0.5, 500))).toBeCloseTo(4, 12)
  })

  test('is the variance over the square of the mean, window by window', () => {
    // Steady arrivals at two rates: no window varies, so the change of rate is no burstiness.
    const steady = [0.1, 0.01].map((meanSeconds) =>
      windowAt(0.2, { gaps: { meanSeconds, varianceSeconds2: 0, count: 100, byClient: true } }),
    )
    expect(scvOf(...steady)).toBe(0)
    expect(scvOf(windowAt(0.2))).toBeUndefined()
  })
})

test('the scatter of calm durations bounds c_s^2, that of busy ones does not', () => {
  const at = (busy: number, scv: number) =>
    windowAt(busy, {
      logged: {
        meanSeconds: 0.02,
        varianceSeconds2: scv * 0.02 ** 2,
        minSeconds: 0.004,
        count: 100,
      },
    })
  expect(vm1([at(0.2, 0.25), at(0.4, 0.01)]).serviceTimeScv!.value).toBeCloseTo(0.25, 12)
  // No calm window: (1 - 4 / 10)^2.
  expect(vm1([at(0.3, 0.01), windowAt(0.4)]).serviceTimeScv).toMatchObject({
    value: expect.closeTo(0.36, 12),
    n: 1,
  })
})
