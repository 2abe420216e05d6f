import { describe, expect, test } from 'vitest'
import { calibrate, calibratedLoad } from '../calibration/calibrate.ts'
import type { CalibrationWindow } from '../calibration/calibration.ts'
import { ESTIMATORS, type EstimatorId } from '../estimators/registry.ts'
import type { HostLoad } from './host-load.ts'

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
