import { describe, expect, test } from 'vitest'
import { ESTIMATORS, type EstimatorId } from '../estimators/registry.ts'
import type { HostLoad } from '../load/host-load.ts'
import { calibrate, calibratedLoad } from './calibrate.ts'
import type { CalibrationWindow } from './calibration.ts'
import { demandDoubt, watchedWindows } from './demand-ground.ts'

const DEMAND = 0.008
const DOMAIN_0 = 0.0005

/** Two guests that answer `rate` requests per second each, on one pCPU. */
function loadAt(rate: number, cpuCoverage?: number): HostLoad {
  const domains = ['vm1', 'vm2'].map((name) => ({
    name,
    arrivalRatePerSecond: rate,
    serviceTimeSeconds: DEMAND,
    logServiceTimeSeconds: 0.01,
    logServiceTimeVarianceSeconds2: 1e-5,
    interArrivalVarianceSeconds2: 1 / rate ** 2,
  }))
  const seen = cpuCoverage !== 0
  return {
    domains,
    domain0: {
      serviceTimeSeconds: seen ? DOMAIN_0 : 0,
      ioRequestsPerSecond: 2 * rate,
      delayPerIoSeconds: 0,
    },
    pCpus: 1,
    ...(cpuCoverage === undefined ? {} : { cpuCoverage }),
  }
}

function windowAt(rate: number, isWatched: boolean): CalibrationWindow {
  const arrivals = 10 * rate
  return {
    seconds: 10,
    load: loadAt(rate),
    weights: { 'Domain-0': 256, vm1: 256, vm2: 256 },
    domains: ['vm1', 'vm2'].map((name) => ({
      name,
      arrivals,
      completions: arrivals,
      measured: null,
      logged: null,
      gaps: null,
      cpuSeconds: isWatched ? arrivals * DEMAND : null,
    })),
    domain0: isWatched
      ? { cpuSeconds: 2 * arrivals * DOMAIN_0, waitSeconds: null, dispatches: null }
      : null,
  }
}

const weights = { 'Domain-0': 256, vm1: 256, vm2: 256 }
const calmTrace = calibrate([10, 10, 10, 40, 40, 40].map((rate, k) => windowAt(rate, k < 3)))
const busyTrace = calibrate([10, 10, 10, 40, 40, 40].map((rate, k) => windowAt(rate, k >= 3)))
const codeOf = (load: HostLoad) => load.demand?.code

describe('the service demand at a load that no trace covers', () => {
  test('is taken from equally busy windows, with a reason', () => {
    expect(codeOf(calibratedLoad(loadAt(40, 0), busyTrace))).toBe('demand-from-elsewhere')
    expect(codeOf(calibratedLoad(loadAt(10, 0.2), busyTrace))).toBe('demand-from-elsewhere')
  })

  test('is unknown when only calmer windows were traced', () => {
    const { demand } = calibratedLoad(loadAt(40, 0), calmTrace)
    expect(demand).toMatchObject({ code: 'no-cpu-coverage', numbers: { requests: 600 } })
    expect(demand!.sentence).toContain('saw the host 17 % busy')
    expect(demand!.sentence).toContain('at 68 %')
    expect(codeOf(calibratedLoad(loadAt(10, 0), calmTrace))).toBe('demand-from-elsewhere')
  })

  test('is unknown when only a few requests were traced', () => {
    const glimpse = calibrate([windowAt(4, true), windowAt(4, false)])
    expect(calibratedLoad(loadAt(4, 0), glimpse).demand).toMatchObject({
      code: 'no-cpu-coverage',
      sentence: expect.stringContaining('80 of all: too few'),
    })
  })

  test('is not doubted where the trace covers it or where there is no trace at all', () => {
    expect(codeOf(calibratedLoad(loadAt(40, 0.5), calmTrace))).toBeUndefined()
    expect(codeOf(calibratedLoad(loadAt(40), calmTrace))).toBeUndefined()
    const untraced = calibrate([windowAt(40, false)])
    expect(untraced.watched).toBeNull()
    expect(codeOf(calibratedLoad(loadAt(40, 0), untraced))).toBeUndefined()
  })

  test('follows the same rules for Domain-0', () => {
    const { domain0 } = calibratedLoad(loadAt(40, 0), busyTrace)
    expect(domain0.serviceTimeSeconds).toBeCloseTo(DOMAIN_0, 12)
  })
})

describe('estimators that need the service demand', () => {
  const unknown = calibratedLoad(loadAt(40, 0), calmTrace)
  const inferred = calibratedLoad(loadAt(40, 0), busyTrace)
  const first = (id: EstimatorId, load: HostLoad, source?: 'cpu' | 'log') =>
    ESTIMATORS[id].estimate(load, weights, source ? { serviceTimeSource: source } : {}).domains[0]!

  test('return a reason instead of a figure where it is unknown', () => {
    for (const id of ['delay-aware', 'sdps'] as const) {
      expect(first(id, unknown)).toEqual({
        name: 'vm1',
        responseTimeSeconds: null,
        valid: false,
        reasons: [unknown.demand],
      })
    }
    expect(first('sandpiper', unknown, 'cpu').responseTimeSeconds).toBeNull()
    expect(first('sandpiper', unknown, 'log').responseTimeSeconds).not.toBeNull()
  })

  test('mark a figure whose service demand comes from other windows', () => {
    const { responseTimeSeconds, valid, reasons } = first('sdps', inferred)
    const seen = first('sdps', calibratedLoad(loadAt(40), busyTrace))
    expect(responseTimeSeconds).toBeCloseTo(seen.responseTimeSeconds!, 12)
    expect(valid).toBe(false)
    expect(reasons.at(-1)!.code).toBe('demand-from-elsewhere')
  })
})

describe('watchedWindows', () => {
  /** Ten seconds on two pCPUs in which vm1 used `cpuSeconds` for 100 requests, Domain-0 one. */
  const seen = (cpuSeconds: number | null, more: Partial<CalibrationWindow> = {}) => {
    const window = windowAt(10, true)
    const [vm1, vm2] = window.domains
    return {
      ...window,
      load: { ...window.load, pCpus: 2 },
      domains: [
        { ...vm1!, cpuSeconds },
        { ...vm2!, arrivals: 0, cpuSeconds: null },
      ],
      domain0: { cpuSeconds: 1, waitSeconds: null, dispatches: null },
      ...more,
    }
  }

  test('counts requests and the CPU time of all, over all pCPUs: (5 + 1) / 10 / 2', () => {
    expect(watchedWindows([seen(5)])).toEqual({ windows: 1, requests: 100, utilisation: 0.3 })
  })

  test('is as busy as the busiest quarter, rounded up: two of five', () => {
    const windows = [seen(1), seen(9), seen(3), seen(7), seen(5)]
    expect(watchedWindows(windows)).toEqual({
      windows: 5,
      requests: 500,
      utilisation: expect.closeTo((1 + 9 + 1 + 7) / 2 / 10 / 2, 12),
    })
    expect(watchedWindows(windows.slice(0, 4))!.utilisation).toBeCloseTo(0.5, 12)
  })

  test('leaves out windows without requests, without Domain-0 or without the CPU time of a request', () => {
    const [vm1, vm2] = seen(5).domains
    const nothing = { domains: [{ ...vm1!, arrivals: 0 }, vm2!] }
    for (const window of [seen(null), seen(5, { domain0: null }), seen(5, nothing)]) {
      expect(watchedWindows([window])).toBeNull()
      expect(watchedWindows([window, seen(5)])).toMatchObject({ windows: 1, requests: 100 })
    }
  })
})

describe('demandDoubt', () => {
  const loadWith = (utilisation: number, cpuCoverage: number, pCpus = 1): HostLoad => ({
    domains: [{ name: 'vm1', arrivalRatePerSecond: utilisation, serviceTimeSeconds: 1 }],
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus,
    cpuCoverage,
  })
  const watched = { windows: 3, requests: 100, utilisation: 0.25 }
  const codeAt = (load: HostLoad, requests = 100) =>
    demandDoubt(load, { watched: { ...watched, requests } })?.code

  test.each([
    ['half of it covered', loadWith(0.9, 0.5), 100, undefined],
    ['less covered', loadWith(0.2, 0.49), 100, 'demand-from-elsewhere'],
    ['99 requests elsewhere', loadWith(0.2, 0), 99, 'no-cpu-coverage'],
    ['0.05 busier than elsewhere', loadWith(0.3, 0), 100, 'demand-from-elsewhere'],
    ['more than that', loadWith(0.31, 0), 100, 'no-cpu-coverage'],
    ['as busy on twice the pCPUs', loadWith(0.6, 0, 2), 100, 'demand-from-elsewhere'],
  ])('%s', (_, load, requests, code) => {
    expect(codeAt(load, requests)).toBe(code)
  })

  test('counts what Domain-0 uses', () => {
    const load = loadWith(0.2, 0)
    const domain0 = { ...load.domain0, serviceTimeSeconds: 0.01, ioRequestsPerSecond: 20 }
    expect(codeAt({ ...load, domain0 })).toBe('no-cpu-coverage')
  })

  test('gives the figures that it weighed', () => {
    expect(demandDoubt(loadWith(0.5, 0.2), { watched })!.numbers).toEqual({
      cpuCoverage: 0.2,
      windows: 3,
      requests: 100,
      utilisation: 0.5,
      watched: 0.25,
    })
  })

  test('none where no window was watched', () => {
    expect(demandDoubt(loadWith(0.9, 0), { watched: null })).toBeUndefined()
    expect(demandDoubt(loadWith(0.9, 0), {})).toBeUndefined()
  })
})
