import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sdps } from '../estimators/sdps/sdps.ts'
import { domain0Path } from '../load/domain0-path.ts'
import type { HostLoad } from '../load/host-load.ts'
import { achievableBracket } from './achievable-bracket.ts'
import { responseTimeBracket } from './response-time-bracket.ts'

const part = (max: number) => fc.double({ min: 0, max, noNaN: true })

/** Exponential demands, background in guests and Domain-0, and a wake-up delay of Domain-0. */
const hosts = fc
  .record({
    domains: fc.array(
      fc.record({
        share: fc.double({ min: 0.05, max: 1, noNaN: true }),
        x: fc.double({ min: 5e-4, max: 0.05, noNaN: true }),
        weight: fc.integer({ min: 1, max: 65_535 }),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    rho: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    background: part(0.02),
    domain0: part(0.1),
    wakeDelaySeconds: part(0.002),
  })
  .map(({ domains, rho, background, domain0, wakeDelaySeconds }) => {
    const shares = domains.reduce((sum, { share }) => sum + share, 0)
    const loads = domains.map(({ share, x }, index) => {
      const rate = (rho * share) / shares / x
      return {
        name: `d${index}`,
        arrivalRatePerSecond: rate,
        serviceTimeSeconds: x + background / rate,
        backgroundUtilisation: background,
      }
    })
    const io = loads.reduce((sum, { arrivalRatePerSecond }) => sum + arrivalRatePerSecond, 0)
    const load: HostLoad = {
      domains: loads,
      domain0: {
        ioRequestsPerSecond: io,
        delayPerIoSeconds: 0,
        wakeDelaySeconds,
        serviceTimeSeconds: domain0 / io,
        backgroundUtilisation: domain0 / 2,
      },
      pCpus: 1,
    }
    const weights = Object.fromEntries(domains.map(({ weight }, index) => [`d${index}`, weight]))
    return { load, weights: { ...weights, 'Domain-0': 256 } }
  })

describe('responseTimeBracket', () => {
  test('contains the times of sdps for all weights', () => {
    fc.assert(
      fc.property(hosts, ({ load, weights }) => {
        for (const { name, responseTimeSeconds } of sdps.estimate(load, weights).domains) {
          const bracket = responseTimeBracket(name, load)!
          expect(responseTimeSeconds).toBeGreaterThanOrEqual(bracket.bestSeconds * (1 - 1e-6))
          expect(responseTimeSeconds).toBeLessThanOrEqual(bracket.worstSeconds * (1 + 1e-6))
        }
      }),
    )
  })

  const plain: HostLoad = {
    domains: ['d0', 'd1'].map((name) => ({
      name,
      arrivalRatePerSecond: 40,
      serviceTimeSeconds: 0.01,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 80, delayPerIoSeconds: 0 },
    pCpus: 1,
  }

  test('equals the achievable bracket without background and Domain-0', () => {
    expect(responseTimeBracket('d0', plain)).toEqual(achievableBracket(plain.domains[0]!, plain))
  })

  test('is null with caps, without arrivals and at saturation', () => {
    const [d0, d1] = plain.domains as [HostLoad['domains'][0], HostLoad['domains'][0]]
    const withFirst = (change: object) => ({ ...plain, domains: [{ ...d0, ...change }, d1] })
    expect(responseTimeBracket('d1', withFirst({ capPercent: 50 }))).toBeNull()
    expect(responseTimeBracket('d0', withFirst({ arrivalRatePerSecond: 0 }))).toBeNull()
    expect(responseTimeBracket('d0', withFirst({ arrivalRatePerSecond: 61 }))).toBeNull()
    expect(responseTimeBracket('d9', plain)).toBeNull()
  })

  test('background has priority: x = 12 - 0.1 / 50 ms of 90 %, alone 10 / (0.9 - 0.5) ms', () => {
    const load: HostLoad = {
      domains: [
        {
          name: 'vm1',
          arrivalRatePerSecond: 50,
          serviceTimeSeconds: 0.012,
          backgroundUtilisation: 0.1,
        },
      ],
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 50, delayPerIoSeconds: 0 },
      pCpus: 1,
    }
    expect(responseTimeBracket('vm1', load)).toEqual({
      bestSeconds: expect.closeTo(0.025, 12),
      worstSeconds: expect.closeTo(0.025, 12),
    })
    const unseen = { ...load, domain0: { ...load.domain0, ioRequestsPerSecond: 0 } }
    expect(responseTimeBracket('vm1', unseen)).toBeNull()
  })

  test("Domain-0's path is added to both ends, and its work alone is the least", () => {
    const domain0 = { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 80, delayPerIoSeconds: 0 }
    const load = { ...plain, domain0 }
    const [inGuest, whole] = [
      achievableBracket(load.domains[0]!, load)!,
      responseTimeBracket('d0', load)!,
    ]
    const path = domain0Path(load, 0.8, 0.92)
    expect(whole.bestSeconds - inGuest.bestSeconds).toBeCloseTo(path.clientSeconds, 12)
    expect(whole.worstSeconds - inGuest.worstSeconds).toBeCloseTo(path.clientSeconds, 12)
    // A client in Domain-0 does not see waits of its own, but all of the work.
    const calm = {
      ...load,
      client: 'domain-0' as const,
      domains: load.domains.map((each) => ({ ...each, arrivalRatePerSecond: 1 })),
    }
    const least = 0.01 / 0.92 + 0.001 / 0.92
    expect(responseTimeBracket('d0', calm)!.bestSeconds).toBeCloseTo(least, 12)
  })
})
