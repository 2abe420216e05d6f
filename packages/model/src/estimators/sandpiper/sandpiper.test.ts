import { describe, expect, test } from 'vitest'
import { sandpiperWeights } from '../../decision/sandpiper-weights.ts'
import type { DomainLoad } from '../../load/host-load.ts'
import { sandpiper } from './sandpiper.ts'
import { lambdaCap, sandpiperResponseTimeSeconds } from './sandpiper-capacity.ts'

const service = 0.0066
const target = 0.009
/** Exponential inter-arrival times at 45 per second and exponential service: sigma = mean. */
const exponential = {
  interArrivalVarianceSeconds2: 1 / 45 ** 2,
  serviceTimeVarianceSeconds2: service ** 2,
}
const deterministic = { interArrivalVarianceSeconds2: 0, serviceTimeVarianceSeconds2: 0 }
const asked = { serviceTimeSeconds: service, targetSeconds: target }

const vm1: DomainLoad = {
  name: 'vm1',
  arrivalRatePerSecond: 45,
  serviceTimeSeconds: 0.003,
  interArrivalVarianceSeconds2: exponential.interArrivalVarianceSeconds2,
  logServiceTimeSeconds: service,
  logServiceTimeVarianceSeconds2: exponential.serviceTimeVarianceSeconds2,
}

const estimateOf = (domain: DomainLoad, serviceTimeSource?: 'log' | 'cpu') =>
  sandpiper.estimate(
    {
      domains: [domain],
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
    },
    {},
    serviceTimeSource && { serviceTimeSource },
  ).domains[0]!

describe('lambda_cap', () => {
  test('is 151.5 per second without variance and 8.43 with exponential traffic (E0.12)', () => {
    expect(lambdaCap({ ...asked, ...deterministic })).toBeCloseTo(151.5, 1)
    expect(lambdaCap({ ...asked, ...exponential })).toBeCloseTo(8.43, 2)
  })

  test('is 0 when the target does not exceed the service time', () => {
    expect(lambdaCap({ ...asked, ...exponential, targetSeconds: service })).toBe(0)
  })

  test('is the rate at which the inverse meets the target', () => {
    const rate = lambdaCap({ ...asked, ...exponential })
    const { interArrivalVarianceSeconds2: a, serviceTimeVarianceSeconds2: b } = exponential
    expect(sandpiperResponseTimeSeconds(rate, service, a, b)).toBeCloseTo(target, 12)
  })
})

describe('sandpiper estimate', () => {
  test('M/M/1 by hand from the log: 6.6 + 45 (493.8 + 43.6) / (2 (1 - 0.297)) = 23.8 ms', () => {
    expect(estimateOf(vm1).responseTimeSeconds! * 1000).toBeCloseTo(23.8, 1)
  })

  test("keeps the log's coefficient of variation when it uses CPU time", () => {
    // 3 ms + 45 (1/45^2 + 0.003^2) / (2 (1 - 0.135))
    const expected = 0.003 + (45 * (1 / 2025 + 9e-6)) / (2 * 0.865)
    expect(estimateOf(vm1, 'cpu').responseTimeSeconds).toBeCloseTo(expected, 12)
  })

  test('states which service time it used', () => {
    const load = {
      domains: [vm1],
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
    }
    const stated = (serviceTimeSource?: 'log' | 'cpu') =>
      sandpiper.estimate(load, {}, serviceTimeSource && { serviceTimeSource }).assumptions
    expect(stated()).toEqual(stated('log'))
    expect(stated('cpu')).not.toEqual(stated('log'))
  })

  test('doubts nothing where it has all moments, and says how full the queue is where it is', () => {
    expect(estimateOf(vm1)).toMatchObject({ valid: true, reasons: [] })
    const { reasons } = estimateOf({ ...vm1, logServiceTimeSeconds: 0.04 })
    expect(reasons).toMatchObject([
      { code: 'saturated', numbers: { utilisation: expect.closeTo(1.8, 12) } },
    ])
  })

  test.each([
    [{ logServiceTimeSeconds: 1 / 45 }, 'saturated'],
    [{ logServiceTimeSeconds: undefined }, 'not-measured'],
    [{ interArrivalVarianceSeconds2: undefined }, 'not-measured'],
    [{ arrivalRatePerSecond: 0 }, 'no-arrivals'],
  ])('returns a reason instead of a number for %o', (change, code) => {
    const domain = estimateOf({ ...vm1, ...change } as DomainLoad)
    expect(domain).toMatchObject({ responseTimeSeconds: null, valid: false, reasons: [{ code }] })
  })
})

describe('sandpiper weights', () => {
  const domain = { load: vm1, busyArrivalRatePerSecond: 45, targetSeconds: target }
  const weights = { vm1: 256 }

  test('raises by lambda_peak / lambda_cap', () => {
    const [vm] = sandpiperWeights([domain], weights)
    // 45 / 8.4325 = 5.3365; 256 x 5.3365 = 1366
    expect(vm).toMatchObject({ action: 'raise', weight: 1366 })
    expect(vm!.factor).toBeCloseTo(5.336, 2)
  })

  test('never lowers a weight', () => {
    const [vm] = sandpiperWeights([{ ...domain, busyArrivalRatePerSecond: 5 }], weights)
    expect(vm).toMatchObject({ action: 'keep', weight: 256 })
  })

  test("stops at Xen's maximum weight", () => {
    const [vm] = sandpiperWeights([{ ...domain, busyArrivalRatePerSecond: 4500 }], weights)
    expect(vm!.weight).toBe(65535)
  })

  test('reports when no rate keeps the target and when there is no target', () => {
    expect(sandpiperWeights([{ ...domain, targetSeconds: 0.005 }], weights)[0]).toMatchObject({
      action: 'impossible',
      lambdaCapPerSecond: 0,
      weight: 256,
    })
    const { targetSeconds: _, ...aimless } = domain
    expect(sandpiperWeights([aimless], weights)[0]!.action).toBe('unknown')
  })
})
