import { describe, expect, test } from 'vitest'
import { calibrate, calibratedLoad } from './calibrate.ts'
import type { CalibrationWindow, ObservedDomain } from './calibration.ts'

/** A ten-second window of one guest, vm1, at this rate; each test overrides what it is about. */
function windowOf(rate: number, seen: Partial<ObservedDomain> = {}): CalibrationWindow {
  const arrivals = rate * 10
  return {
    seconds: 10,
    load: {
      domains: [{ name: 'vm1', arrivalRatePerSecond: rate, serviceTimeSeconds: 0.01 }],
      domain0: { serviceTimeSeconds: 0.001, ioRequestsPerSecond: rate, delayPerIoSeconds: 0 },
      pCpus: 1,
    },
    weights: { 'Domain-0': 256, vm1: 256 },
    domains: [
      {
        name: 'vm1',
        cpuSeconds: arrivals * 0.01,
        arrivals,
        completions: arrivals,
        measured: null,
        logged: null,
        gaps: null,
        ...seen,
      },
    ],
    domain0: { cpuSeconds: arrivals * 0.001, waitSeconds: null, dispatches: null },
  }
}

const rates = [10, 20, 30, 40, 50, 60, 20, 40, 10, 60]
const calibrateVm1 = (windows: CalibrationWindow[]) => calibrate(windows).domains[0]!

describe('service time and background', () => {
  test('separates work per request from background when the load varies', () => {
    const windows = rates.map((rate) => windowOf(rate, { cpuSeconds: 0.2 + rate * 10 * 0.008 }))
    const { serviceTimeSeconds, backgroundUtilisation } = calibrateVm1(windows)
    expect(serviceTimeSeconds!.value).toBeCloseTo(0.008, 9)
    expect(serviceTimeSeconds!.n).toBe(10)
    expect(backgroundUtilisation!.value).toBeCloseTo(0.02, 9)
  })

  test('falls back to the ratio at a constant load, with the standard error computed by hand', () => {
    const windows = [1.9, 2.1].map((cpuSeconds) => windowOf(20, { cpuSeconds }))
    const { serviceTimeSeconds, backgroundUtilisation } = calibrateVm1(windows)
    expect(serviceTimeSeconds!.value).toBeCloseTo(0.01, 12)
    // The residuals are -0.1 and 0.1; sqrt((0.01 + 0.01) 2 / 1) / 400.
    expect(serviceTimeSeconds!.standardError).toBeCloseTo(0.0005, 12)
    expect(backgroundUtilisation).toBeNull()
  })

  test('ignores an intercept within its standard error', () => {
    const noise = [0.3, -0.3, 0.28, -0.31, 0.3, -0.26, -0.3, 0.3, 0.27, -0.28]
    const windows = rates.map((rate, k) => windowOf(rate, { cpuSeconds: rate * 0.1 + noise[k]! }))
    expect(calibrateVm1(windows).backgroundUtilisation).toBeNull()
  })

  test('attributes CPU time to the requests that completed', () => {
    const windows = rates.map((rate) =>
      windowOf(rate, { cpuSeconds: rate * 0.12, completions: rate * 12 }),
    )
    expect(calibrateVm1(windows).serviceTimeSeconds!.value).toBeCloseTo(0.01, 12)
  })

  test('returns no service time without CPU data', () => {
    const domain = calibrateVm1(rates.map((rate) => windowOf(rate, { cpuSeconds: null })))
    expect(domain).toMatchObject({ serviceTimeSeconds: null, serviceTimeScv: null })
  })

  test('uses the log only while the host is calm, below 30 %', () => {
    const log = (meanSeconds: number) => ({
      logged: { meanSeconds, varianceSeconds2: 0, minSeconds: 0.005, count: 100 },
    })
    const windows = [windowOf(20, log(0.011)), windowOf(20, log(0.013)), windowOf(60, log(0.05))]
    expect(calibrateVm1(windows).calmLogSeconds!.value).toBeCloseTo(0.012, 12)
    expect(calibrateVm1([windowOf(60, log(0.05))]).calmLogSeconds).toBeNull()
  })
})

describe('variation of demands', () => {
  test('follows from the scatter of CPU time: residuals of two demands at N = 100 give 4 / 100, times 8 / 7', () => {
    const windows = [2, -2, 2, -2, 2, -2, 2, -2].map((off) =>
      windowOf(10, { cpuSeconds: 1 + off * 0.01 }),
    )
    expect(calibrateVm1(windows).serviceTimeScv!.value).toBeCloseTo((0.04 * 8) / 7, 12)
  })

  test('does not exceed the variation of durations on a calm host', () => {
    const logged = { meanSeconds: 0.01, varianceSeconds2: 1e-6, minSeconds: 0.009, count: 100 }
    const windows = [5, -5, 5, -5, 5, -5, 5, -5].map((off) =>
      windowOf(10, { cpuSeconds: 1 + off * 0.01, logged }),
    )
    expect(calibrateVm1(windows).serviceTimeScv!.value).toBeCloseTo(0.01, 12)
  })

  test.each([
    ['constant', 0.01, 0],
    ['from zero up: exponential', 0, 1],
    ['at least half of the mean', 0.005, 0.25],
  ])('with too few windows, follows from the shortest duration: %s', (_, minSeconds, expected) => {
    const logged = { meanSeconds: 0.03, varianceSeconds2: 1e-4, minSeconds, count: 100 }
    expect(calibrateVm1([windowOf(80, { logged })]).serviceTimeScv!.value).toBeCloseTo(expected, 9)
  })
})

describe('burstiness of arrivals', () => {
  const gaps = (scv: number, byClient: boolean, count = 200) => ({
    gaps: { meanSeconds: 0.1, varianceSeconds2: scv * 0.01, count, byClient },
  })
  const scvOf = (windows: CalibrationWindow[]) => calibrateVm1(windows).arrivalScv!.value

  test('prefers client timestamps, then the log of a calm host', () => {
    expect(scvOf([windowOf(10, gaps(2, true)), windowOf(10, gaps(9, false))])).toBeCloseTo(2, 12)
    expect(scvOf([windowOf(10, gaps(3, false)), windowOf(90, gaps(9, false))])).toBeCloseTo(3, 12)
  })

  test("caps the estimate from a busy host's log at that of a Poisson stream", () => {
    expect(scvOf([windowOf(90, gaps(1.8, false))])).toBe(1)
    expect(scvOf([windowOf(90, gaps(0.1, false))])).toBeCloseTo(0.1, 12)
  })

  test('weights windows by their number of gaps', () => {
    expect(scvOf([windowOf(10, gaps(1, true, 300)), windowOf(10, gaps(2, true, 100))])).toBeCloseTo(
      1.25,
      12,
    )
  })
})

describe('Domain-0', () => {
  const windows = rates.map((rate) => ({
    ...windowOf(rate),
    domain0: { cpuSeconds: 0.3 + rate * 0.0025, waitSeconds: rate * 0.02, dispatches: rate * 25 },
  }))

  test('identifies cost per request, background and wait per wake-up', () => {
    const { domain0 } = calibrate(windows)
    expect(domain0.requestCostSeconds!.value).toBeCloseTo(0.00025, 12)
    expect(domain0.backgroundUtilisation!.value).toBeCloseTo(0.03, 12)
    expect(domain0.wakeDelaySeconds!.value).toBeCloseTo(0.0008, 12)
    expect(domain0.wakeDelaySeconds!.n).toBe(8500)
  })

  test('leaves out windows without requests and without sight of Domain-0', () => {
    const idle = { ...windowOf(0), domain0: { cpuSeconds: 5, waitSeconds: 9, dispatches: 1 } }
    const unseen = { ...windowOf(30), domain0: null }
    expect(calibrate([...windows, idle, unseen]).domain0).toEqual(calibrate(windows).domain0)
    expect(calibrate([unseen]).domain0).toEqual({
      requestCostSeconds: null,
      backgroundUtilisation: null,
      wakeDelaySeconds: null,
    })
  })

  test('takes the wait per wake-up from windows in which both were counted: 0.6 s over 750', () => {
    const seen = (waitSeconds: number | null, dispatches: number | null) => ({
      ...windowOf(10),
      domain0: { cpuSeconds: 0.1, waitSeconds, dispatches },
    })
    const { wakeDelaySeconds } = calibrate([
      seen(0.2, 250),
      seen(0.4, 500),
      seen(0.4, null),
      seen(null, 500),
      seen(0.4, 0),
    ]).domain0
    expect(wakeDelaySeconds).toMatchObject({ value: expect.closeTo(0.0008, 12), n: 750 })
  })

  test('costs a load that no trace covers as elsewhere, background included: 0.25 + 30 / 10 ms', () => {
    const { load } = windowOf(10)
    const unseen = { ...load, cpuCoverage: 0 }
    const calibration = calibrate(windows)
    expect(calibratedLoad(unseen, calibration).domain0.serviceTimeSeconds).toBeCloseTo(0.00325, 12)
    // A part of it that was traced counts, and without requests nothing can be spread over them.
    const partly = { ...load, cpuCoverage: 0.01 }
    expect(calibratedLoad(partly, calibration).domain0.serviceTimeSeconds).toBe(0.001)
    const idle = { ...unseen, domain0: { ...load.domain0, ioRequestsPerSecond: 0 } }
    expect(calibratedLoad(idle, calibration).domain0.serviceTimeSeconds).toBe(0.001)
  })

  test('without background elsewhere costs a request what it costs there', () => {
    const plain = rates.map((rate) => windowOf(rate))
    const { load } = windowOf(10)
    const found = calibratedLoad({ ...load, cpuCoverage: 0 }, calibrate(plain)).domain0
    expect(found.serviceTimeSeconds).toBeCloseTo(0.001, 12)
    expect(found.backgroundUtilisation).toBe(0)
  })

  test('keeps a load as it is where nothing shows what Domain-0 costs', () => {
    const { load } = windowOf(10)
    const blind = calibrate([{ ...windowOf(10), domain0: null }])
    const found = calibratedLoad({ ...load, cpuCoverage: 0 }, blind).domain0
    expect(found).toEqual({ ...load.domain0, backgroundUtilisation: 0 })
  })

  test("scales the background to the load's rates and keeps values that the load already has", () => {
    const calibration = calibrate(windows)
    const { load } = windowOf(10)
    // U = 10 0.001; at 10 per second 0.03 of 0.0325 is background.
    const { domain0 } = calibratedLoad(load, calibration)
    expect(domain0.backgroundUtilisation).toBeCloseTo((0.01 * 0.03) / 0.0325, 12)
    expect(domain0.wakeDelaySeconds).toBeCloseTo(0.0008, 12)
    const measured = { ...load, domain0: { ...load.domain0, wakeDelaySeconds: 0.0005 } }
    expect(calibratedLoad(measured, calibration).domain0.wakeDelaySeconds).toBe(0.0005)
  })
})

test('adds the variation of its domains to a load', () => {
  const logged = { meanSeconds: 0.01, varianceSeconds2: 1e-5, minSeconds: 0.005, count: 100 }
  const gaps = { meanSeconds: 0.1, varianceSeconds2: 0.02, count: 99, byClient: true }
  const windows = rates.map((rate) =>
    windowOf(rate, { cpuSeconds: 0.1 + rate * 0.09, logged, gaps }),
  )
  const [vm1] = calibratedLoad(windowOf(10).load, calibrate(windows)).domains
  // lambda x = 0.1, of which 0.01 / (0.01 + 10 0.009) is background.
  expect(vm1!.backgroundUtilisation).toBeCloseTo(0.01, 9)
  expect(vm1!.arrivalScv).toBeCloseTo(2, 9)
  expect(vm1!.serviceTimeScv).toBeLessThanOrEqual(0.1)
})

test('gives each domain its own figures, and none to a domain that was never seen', () => {
  const gaps = (scv: number) => ({
    gaps: { meanSeconds: 0.1, varianceSeconds2: scv * 0.01, count: 200, byClient: true },
  })
  const both = (window: CalibrationWindow): CalibrationWindow => ({
    ...window,
    domains: [
      { ...window.domains[0]!, ...gaps(2) },
      { ...window.domains[0]!, ...gaps(3), name: 'vm2' },
    ],
  })
  const calibration = calibrate(rates.map((rate) => both(windowOf(rate))))
  const { load } = windowOf(10)
  const named = (name: string) => ({ ...load.domains[0]!, name })
  const [vm1, vm2, vm3] = calibratedLoad(
    { ...load, domains: ['vm1', 'vm2', 'vm3'].map(named) },
    calibration,
  ).domains
  expect([vm1!.arrivalScv, vm2!.arrivalScv]).toEqual([expect.closeTo(2, 12), expect.closeTo(3, 12)])
  expect(vm3).toEqual(named('vm3'))
})

test('a domain that did nothing has no background', () => {
  const { load } = windowOf(0)
  expect(calibratedLoad(load, calibrate([windowOf(0)])).domains[0]!.backgroundUtilisation).toBe(0)
})
