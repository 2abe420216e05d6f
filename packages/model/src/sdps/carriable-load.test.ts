import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sdps } from '../estimators/sdps/sdps.ts'
import { availableToGuests, domain0Utilisation } from '../load/domain0-path.ts'
import type { HostLoad } from '../load/host-load.ts'
import { carriableLoad } from './carriable-load.ts'

const positive = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const drawnLoads = fc
  .record({
    pCpus: fc.integer({ min: 1, max: 3 }),
    /** Utilisation of all pCPUs, up to three times what they can carry. */
    asked: positive(0.1, 3),
    domain0Seconds: fc.constantFrom(0, 0.0002, 0.001),
    background: fc.constantFrom(0, 0.02),
    guests: fc.array(
      fc.record({
        part: positive(0.1, 1),
        x: positive(0.001, 0.1),
        vCpus: fc.constantFrom(1, 2, undefined),
        capPercent: fc.constantFrom(0, 0, 40),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ pCpus, asked, domain0Seconds, background, guests }): HostLoad => {
    const whole = guests.reduce((sum, { part }) => sum + part, 0)
    const domains = guests.map(({ part, x, vCpus, capPercent }, k) => {
      const rate = ((part / whole) * asked * pCpus) / x
      return {
        name: `vm${k}`,
        arrivalRatePerSecond: rate,
        serviceTimeSeconds: x + background / rate,
        backgroundUtilisation: background,
        capPercent,
        ...(vCpus === undefined ? {} : { vCpus }),
      }
    })
    const io = domains.reduce((sum, { arrivalRatePerSecond }) => sum + arrivalRatePerSecond, 0)
    return {
      domains,
      domain0: {
        serviceTimeSeconds: domain0Seconds + background / io,
        ioRequestsPerSecond: io,
        delayPerIoSeconds: 0,
        backgroundUtilisation: background,
      },
      pCpus,
    }
  })

const weightsOf = ({ domains }: HostLoad) => ({
  'Domain-0': 256,
  ...Object.fromEntries(domains.map(({ name }, k) => [name, 128 * (k + 1)])),
})

test('SDPS is never silent about a load that is scaled to what can be carried', () => {
  fc.assert(
    fc.property(drawnLoads, (load) => {
      const scaled = carriableLoad(load)!
      for (const { responseTimeSeconds } of sdps.estimate(scaled, weightsOf(load)).domains) {
        expect(responseTimeSeconds).toBeGreaterThan(0)
      }
    }),
  )
})

test('no rate rises, requests of all domains demand what they did, and backgrounds stay', () => {
  fc.assert(
    fc.property(drawnLoads, (load) => {
      const scaled = carriableLoad(load)!
      for (const [k, domain] of scaled.domains.entries()) {
        const before = load.domains[k]!
        expect(domain.arrivalRatePerSecond).toBeLessThanOrEqual(before.arrivalRatePerSecond)
        const demand = ({ serviceTimeSeconds, arrivalRatePerSecond }: typeof domain) =>
          serviceTimeSeconds - before.backgroundUtilisation! / arrivalRatePerSecond
        expect(demand(domain)).toBeCloseTo(demand(before), 9)
      }
      const perRequest = (each: HostLoad) =>
        (domain0Utilisation(each) - each.domain0.backgroundUtilisation!) /
        each.domain0.ioRequestsPerSecond
      expect(perRequest(scaled)).toBeCloseTo(perRequest(load), 9)
    }),
  )
})

describe('how far', () => {
  const hostOf = (rates: number[], more: Partial<HostLoad> = {}): HostLoad => ({
    domains: rates.map((arrivalRatePerSecond, k) => ({
      name: `vm${k}`,
      arrivalRatePerSecond,
      serviceTimeSeconds: 0.01,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
    ...more,
  })
  const ratesOf = (load: HostLoad) =>
    carriableLoad(load)!.domains.map(({ arrivalRatePerSecond }) => arrivalRatePerSecond)

  test('not at all up to 96 %: the very same load', () => {
    const load = hostOf([50, 45])
    expect(carriableLoad(load)).toBe(load)
  })

  test('all by one factor beyond that: 150 and 50 of 10 ms become 72 and 24', () => {
    expect(ratesOf(hostOf([150, 50]))).toEqual([expect.closeTo(72, 9), expect.closeTo(24, 9)])
  })

  test('so that the guests use 96 % of what Domain-0 then leaves', () => {
    const domain0 = { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 200, delayPerIoSeconds: 0 }
    const scaled = carriableLoad(hostOf([150, 50], { domain0 }))!
    const used = scaled.domains.reduce((sum, d) => sum + d.arrivalRatePerSecond * 0.01, 0)
    expect(used / availableToGuests(scaled)).toBeCloseTo(0.96, 9)
  })

  test('further where a vCPU holds a domain back: 120 of 10 ms on one of two pCPUs become 96', () => {
    const load = hostOf([120, 20], { pCpus: 2 })
    const [first, second] = load.domains
    const limited = { ...load, domains: [{ ...first!, vCpus: 1 }, second!] }
    expect(ratesOf(limited)).toEqual([expect.closeTo(96, 9), 20])
  })

  test('null where background alone takes the host', () => {
    const load = hostOf([10])
    const busy = { ...load.domains[0]!, serviceTimeSeconds: 0.11, backgroundUtilisation: 1 }
    expect(carriableLoad({ ...load, domains: [busy] })).toBeNull()
  })

  test('a host without requests stays as it is', () => {
    const load = hostOf([0, 0])
    expect(carriableLoad(load)).toBe(load)
  })
})
