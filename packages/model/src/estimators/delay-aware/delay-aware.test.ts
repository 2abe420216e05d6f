import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostLoad } from '../../load/host-load.ts'
import type { Weights } from '../../load/weights.ts'
import {
  equalWeights,
  paperLoad,
  table1Interval3,
  table3Interval5,
} from '../../paper-loads.fixture.ts'
import { delayAware } from './delay-aware.ts'

function responseTimes(
  load: HostLoad,
  weights: Weights,
  normalisation?: 'with-domain-0',
): number[] {
  const { domains } = delayAware.estimate(load, weights, normalisation && { normalisation })
  return domains.map((domain) => domain.responseTimeSeconds!)
}

function totalDelay(load: HostLoad, weights: Weights): number {
  const { domains } = delayAware.estimate(load, weights)
  return domains.reduce((sum, { breakdown }) => sum + breakdown!.vmDelaySeconds, 0)
}

describe('delay-aware estimate of paper 0', () => {
  test('Table 3, interval 5, equal weights: 19.62, 19.62 and 5.19 ms', () => {
    // 6.6 + 6.6 + (170/45) 1.7 = 19.622; 1.7 + 2 (45/170) 6.6 = 5.194
    const [vm1, vm2, vm3] = responseTimes(table3Interval5, equalWeights)
    expect(vm1! * 1000).toBeCloseTo(19.622, 3)
    expect(vm2).toBe(vm1)
    expect(vm3! * 1000).toBeCloseTo(5.194, 3)
  })

  test('total delay of eq (7) without its constant: 29.539 ms equal, 29.371 ms at 1.5 : 1 : 1', () => {
    expect(totalDelay(table3Interval5, equalWeights) * 1000).toBeCloseTo(29.539, 3)
    expect(totalDelay(table3Interval5, { ...equalWeights, vm1: 384 }) * 1000).toBeCloseTo(29.371, 3)
  })

  test('Table 1, interval 3 gives 21.7 ms and explains why that is impossible (E0.8)', () => {
    const [vm1] = delayAware.estimate(table1Interval3, equalWeights).domains
    expect(vm1!.responseTimeSeconds! * 1000).toBeCloseTo(21.7, 6)
    expect(vm1!.valid).toBe(false)
    expect(vm1!.reasons.map((reason) => reason.code)).toEqual(['scale-invariant'])
    expect(vm1!.reasons[0]!.numbers.worstSeconds! * 1000).toBeCloseTo(9.302, 3)
    expect(vm1!.reasons[0]!.numbers.utilisation).toBeCloseTo(0.217, 12)
  })

  test('Table 3, interval 5 lies within what weights can do', () => {
    const { domains } = delayAware.estimate(table3Interval5, equalWeights)
    expect(domains[0]).toMatchObject({ valid: true, reasons: [] })
  })

  test('a load beyond saturation has a finite time by eq (2) but is marked not valid', () => {
    const [vm1] = delayAware.estimate(paperLoad([90, 90, 340]), equalWeights).domains
    expect(vm1!.responseTimeSeconds! * 1000).toBeCloseTo(19.622, 3)
    expect(vm1!.reasons.map((reason) => reason.code)).toEqual(['host-saturated'])
  })

  test('says how full a host is that is exactly full: 64 / 64 of one pCPU', () => {
    const load: HostLoad = {
      ...paperLoad([0, 0, 0]),
      domains: [{ name: 'vm1', arrivalRatePerSecond: 64, serviceTimeSeconds: 1 / 64 }],
    }
    expect(delayAware.estimate(load, equalWeights).domains[0]!.reasons).toMatchObject([
      { code: 'host-saturated', numbers: { utilisation: 1, pCpus: 1 } },
    ])
  })

  test('a domain alone gets x by eq (1), less than x / (1 - rho) at its best', () => {
    const [vm1] = delayAware.estimate(paperLoad([45, 0, 0]), equalWeights).domains
    expect(vm1!.responseTimeSeconds).toBe(0.0066)
    expect(vm1!.reasons).toMatchObject([
      {
        code: 'scale-invariant',
        numbers: { bestSeconds: expect.closeTo(0.0066 / (1 - 45 * 0.0066), 12) },
      },
    ])
  })

  test('compares with what weights can do without the parts that Domain-0 adds', () => {
    const load = {
      ...table1Interval3,
      domain0: { serviceTimeSeconds: 0.0001, ioRequestsPerSecond: 70, delayPerIoSeconds: 0.0001 },
    }
    const [vm1] = delayAware.estimate(load, equalWeights).domains
    const { responseTimeSeconds, guestSeconds } = vm1!.reasons[0]!.numbers
    // w_0 x_0 = 0.1 / 3 ms and IO D_0 / (w lambda) = 70 0.1 / (10 / 3) ms.
    expect(guestSeconds).toBeCloseTo(0.0217, 12)
    expect(responseTimeSeconds).toBeCloseTo(0.0217 + 0.0001 / 3 + 0.0021, 12)
  })

  test('doubts several pCPUs, for which paper 0 was not made', () => {
    const [vm1] = delayAware.estimate({ ...table3Interval5, pCpus: 2 }, equalWeights).domains
    expect(vm1).toMatchObject({
      valid: false,
      reasons: [{ code: 'several-cpus', numbers: { pCpus: 2 } }],
    })
  })

  test('states which normalisation it used', () => {
    const stated = (normalisation?: 'guests' | 'with-domain-0') =>
      delayAware.estimate(table3Interval5, equalWeights, normalisation && { normalisation })
        .assumptions
    expect(stated()).toEqual(stated('guests'))
    expect(stated('with-domain-0')).not.toEqual(stated('guests'))
  })

  test('Domain-0 adds w_0 x_0 and IO D_0 / (w_p lambda_p), by hand', () => {
    const load: HostLoad = {
      domains: [
        { name: 'a', arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
        { name: 'b', arrivalRatePerSecond: 40, serviceTimeSeconds: 0.005 },
      ],
      domain0: { serviceTimeSeconds: 0.002, ioRequestsPerSecond: 60, delayPerIoSeconds: 0.0005 },
      pCpus: 1,
    }
    // w = 3/4, 1/4; w_0 = 2/4.
    const [a, b] = delayAware.estimate(load, { 'Domain-0': 512, a: 768, b: 256 }).domains
    // w_0 x_0 = 0.001; (1/3)(40/20) 0.005 = 0.003333; 60/(0.75 20) 0.0005 = 0.002
    expect(a!.breakdown!.vmDelaySeconds).toBeCloseTo(0.001 + 0.01 / 3, 12)
    expect(a!.breakdown!.domain0DelaySeconds).toBeCloseTo(0.002, 12)
    // 3 (20/40) 0.01 = 0.015; 60/(0.25 40) 0.0005 = 0.003
    expect(b!.responseTimeSeconds).toBeCloseTo(0.005 + 0.001 + 0.015 + 0.003, 12)
  })

  test('a domain without arrivals has no response time and does not delay others', () => {
    const { domains } = delayAware.estimate(paperLoad([45, 0, 170]), equalWeights)
    expect(domains[1]).toMatchObject({ responseTimeSeconds: null, valid: false })
    expect(domains[1]!.reasons[0]!.code).toBe('no-arrivals')
    expect(domains[0]!.responseTimeSeconds! * 1000).toBeCloseTo(6.6 + (170 / 45) * 1.7, 9)
  })

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('rejects a rate of %s', (rate) => {
    expect(() => delayAware.estimate(paperLoad([rate, 45, 170]), equalWeights)).toThrow('vm1')
  })
})

const positive = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const hosts = fc
  .array(
    fc.record({
      rate: positive(0.1, 500),
      service: positive(1e-4, 0.1),
      weight: fc.integer({ min: 1, max: 65535 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .chain((domains) =>
    fc.record({
      domains: fc.constant(domains),
      x0: positive(0, 0.01),
      io: positive(0, 1000),
      d0: positive(0, 0.01),
    }),
  )
  .map(({ domains, x0, io, d0 }) => ({
    load: {
      domains: domains.map(({ rate, service }, index) => ({
        name: `d${index}`,
        arrivalRatePerSecond: rate,
        serviceTimeSeconds: service,
      })),
      domain0: { serviceTimeSeconds: x0, ioRequestsPerSecond: io, delayPerIoSeconds: d0 },
      pCpus: 1,
    },
    weights: Object.fromEntries([
      ['Domain-0', 256],
      ...domains.map(({ weight }, index) => [`d${index}`, weight]),
    ]) as Weights,
  }))

const scaleLoad = (load: HostLoad, factor: number): HostLoad => ({
  ...load,
  domains: load.domains.map((domain) => ({
    ...domain,
    arrivalRatePerSecond: domain.arrivalRatePerSecond * factor,
  })),
  domain0: { ...load.domain0, ioRequestsPerSecond: load.domain0.ioRequestsPerSecond * factor },
})

function expectRelative(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  for (const [index, value] of actual.entries()) {
    expect(Math.abs(value - expected[index]!)).toBeLessThanOrEqual(1e-9 * expected[index]!)
  }
}

describe('properties of eq (1)-(4)', () => {
  test('the terms add up to the response time', () => {
    fc.assert(
      fc.property(hosts, ({ load, weights }) => {
        for (const { breakdown, responseTimeSeconds } of delayAware.estimate(load, weights)
          .domains) {
          const { serviceSeconds, vmDelaySeconds, domain0DelaySeconds } = breakdown!
          expect(responseTimeSeconds).toBe(serviceSeconds + vmDelaySeconds + domain0DelaySeconds)
        }
      }),
    )
  })

  test('scaling all rates changes nothing (E0.8)', () => {
    fc.assert(
      fc.property(hosts, positive(0.01, 100), ({ load, weights }, factor) => {
        expectRelative(
          responseTimes(scaleLoad(load, factor), weights),
          responseTimes(load, weights),
        )
      }),
    )
  })

  test('scaling all weights, Domain-0 included, changes nothing', () => {
    fc.assert(
      fc.property(hosts, positive(0.01, 100), ({ load, weights }, factor) => {
        const scaled = Object.fromEntries(
          Object.entries(weights).map(([name, weight]) => [name, weight * factor]),
        )
        expectRelative(responseTimes(load, scaled), responseTimes(load, weights))
        expectRelative(
          responseTimes(load, scaled, 'with-domain-0'),
          responseTimes(load, weights, 'with-domain-0'),
        )
      }),
    )
  })

  test('the order of the domains does not matter', () => {
    fc.assert(
      fc.property(hosts, ({ load, weights }) => {
        const reversed = { ...load, domains: [...load.domains].reverse() }
        expectRelative(responseTimes(reversed, weights).reverse(), responseTimes(load, weights))
      }),
    )
  })

  test('R_p = w_0 x_0 + (S + C) / (w_p lambda_p), S = sum of lambda x w, C = IO D_0', () => {
    fc.assert(
      fc.property(hosts, ({ load, weights }) => {
        const total = load.domains.reduce((sum, { name }) => sum + weights[name]!, 0)
        const { serviceTimeSeconds, ioRequestsPerSecond, delayPerIoSeconds } = load.domain0
        const s = load.domains.reduce(
          (sum, domain) =>
            sum +
            (domain.arrivalRatePerSecond * domain.serviceTimeSeconds * weights[domain.name]!) /
              total,
          0,
        )
        const expected = load.domains.map(
          ({ name, arrivalRatePerSecond }) =>
            (256 / total) * serviceTimeSeconds +
            (s + ioRequestsPerSecond * delayPerIoSeconds) /
              ((weights[name]! / total) * arrivalRatePerSecond),
        )
        expectRelative(responseTimes(load, weights), expected)
      }),
    )
  })

  test('no weights go below (sum sqrt x)^2 - sum x in total delay (AM-GM, section 1.0.6)', () => {
    fc.assert(
      fc.property(hosts, ({ load, weights }) => {
        const calm: HostLoad = {
          ...load,
          domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
        }
        const roots = load.domains.reduce((sum, d) => sum + Math.sqrt(d.serviceTimeSeconds), 0)
        const services = load.domains.reduce((sum, d) => sum + d.serviceTimeSeconds, 0)
        const bound = roots ** 2 - services
        expect(totalDelay(calm, weights)).toBeGreaterThanOrEqual(bound - 1e-9 * roots ** 2)
      }),
    )
  })
})
