import { describe, expect, test } from 'vitest'
import type { DomainLoad, HostLoad } from '../load/host-load.ts'
import { inLineBetween, inLineWithin } from '../load/variability.ts'
import { manyServerResponseTimeSeconds } from '../numeric/erlang-c.ts'
import {
  aloneTime,
  carriedLoad,
  mostPCpus,
  sdpsTimes,
  sharingOf,
  usablePCpus,
} from './sdps-times.ts'

const domain = (more: Partial<DomainLoad> = {}): DomainLoad => ({
  name: 'vm1',
  arrivalRatePerSecond: 50,
  serviceTimeSeconds: 0.01,
  ...more,
})

const hostOf = (domains: DomainLoad[], more: Partial<HostLoad> = {}): HostLoad => ({
  domains,
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 1,
  ...more,
})

describe('what a domain can use', () => {
  const four = hostOf([], { pCpus: 4 })

  test('is its vCPUs, but no more than there are pCPUs; all of them where that is unknown', () => {
    expect(usablePCpus(domain({ vCpus: 2 }), four)).toBe(2)
    expect(usablePCpus(domain({ vCpus: 6 }), four)).toBe(4)
    expect(usablePCpus(domain(), four)).toBe(4)
  })

  test('is what Domain-0 leaves of these pCPUs, or its cap if that is less', () => {
    expect(mostPCpus(domain({ vCpus: 2 }), four, 0.9)).toBeCloseTo(1.8, 12)
    expect(mostPCpus(domain({ vCpus: 2, capPercent: 150 }), four, 0.9)).toBe(1.5)
    expect(mostPCpus(domain({ vCpus: 2, capPercent: 0 }), four, 0.9)).toBeCloseTo(1.8, 12)
    expect(mostPCpus(domain({ vCpus: 1, capPercent: 150 }), four, 0.9)).toBeCloseTo(0.9, 12)
  })

  test('limits what the host carries: 0.5, a cap of 0.3 and one vCPU of 0.9', () => {
    const greedy = { arrivalRatePerSecond: 200 }
    const domains = [
      domain(),
      domain({ ...greedy, capPercent: 30 }),
      domain({ ...greedy, vCpus: 1 }),
    ]
    expect(carriedLoad(hostOf(domains, { pCpus: 4 }), 0.9)).toBeCloseTo(0.5 + 0.3 + 0.9, 12)
    expect(carriedLoad(hostOf([]), 1)).toBe(0)
  })
})

describe('aloneTime', () => {
  const alone = (more: Partial<DomainLoad>, host: Partial<HostLoad> = {}, available = 1) =>
    aloneTime(domain(more), hostOf([], host), available)

  test('M/M/1: x / (1 - rho), where Domain-0 leaves 0.8 x / (0.8 - rho)', () => {
    expect(alone({})).toBeCloseTo(0.02, 12)
    expect(alone({}, {}, 0.8)).toBeCloseTo(0.01 / 0.3, 12)
  })

  test('M/M/c on its own vCPUs', () => {
    const rate = { arrivalRatePerSecond: 150 }
    expect(alone(rate, { pCpus: 4 })).toBeCloseTo(manyServerResponseTimeSeconds(4, 150, 0.01), 12)
    expect(alone({ ...rate, vCpus: 2 }, { pCpus: 4 })).toBeCloseTo(
      manyServerResponseTimeSeconds(2, 150, 0.01),
      12,
    )
  })

  test.each([
    ['M/D/1', 1, 0],
    ['M/G/1 with c_s^2 = 4', 1, 4],
    ['GI/M/1 by Allen and Cunneen', 3, 1],
    ['GI/G/1 likewise', 3, 4],
    ['D/D/1', 0, 0],
  ])('in order of arrival: x + rho x / (1 - rho) (c_a^2 + c_s^2) / 2: %s', (_, a, s) => {
    expect(alone({ discipline: 'fifo', arrivalScv: a, serviceTimeScv: s })).toBeCloseTo(
      0.01 + (0.01 * (a + s)) / 2,
      12,
    )
  })

  test('shared by long requests: the distribution of demands does not matter', () => {
    const long = { serviceTimeSeconds: 20, arrivalRatePerSecond: 0.025 }
    expect(alone({ ...long, serviceTimeScv: 9 })).toBeCloseTo(40, 9)
    // Bursts do: (3 + 9) / (1 + 9) times the wait.
    expect(alone({ ...long, serviceTimeScv: 9, arrivalScv: 3 })).toBeCloseTo(20 + 1.2 * 20, 9)
  })

  test('under its cap is that of the cap if it is longer', () => {
    // B = 5 0.6 = 3 ms; see the equation of `cappedTime`.
    const parked = Math.exp((-0.003 * 0.1) / (0.6 * 0.01))
    const capped = 0.01 * (1 + parked * (1 / 0.6 - 1)) + parked * (0.01 / 0.1 - 0.01 / 0.6)
    expect(alone({ capPercent: 60 }, { scheduler: 'credit2' })).toBeCloseTo(capped, 12)
    expect(alone({ capPercent: 1000 }, { scheduler: 'credit2' })).toBeCloseTo(0.02, 12)
    expect(alone({ capPercent: 50 })).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('sharingOf', () => {
  const exponential = [
    domain(),
    domain({ name: 'vm2', arrivalRatePerSecond: 10, serviceTimeSeconds: 0.02 }),
  ]

  test('on one pCPU, exponential: rho / a, services and work x / a, requests rho / (a - rho)', () => {
    const { queue, services, alike, contenders } = sharingOf(hostOf(exponential), 0.8)
    expect(queue.utilisation).toEqual([expect.closeTo(0.625, 12), expect.closeTo(0.25, 12)])
    expect(services).toEqual([expect.closeTo(0.0125, 12), expect.closeTo(0.025, 12)])
    expect(queue.work).toEqual([expect.closeTo(0.0125, 12), expect.closeTo(0.025, 12)])
    expect([...alike]).toEqual([expect.closeTo(5, 9), expect.closeTo(2, 9)])
    expect(contenders({ vm1: 300, vm2: 400 })).toEqual([
      { weight: 300, utilisation: queue.utilisation[0], serviceTimeSeconds: services[0] },
      { weight: 400, utilisation: queue.utilisation[1], serviceTimeSeconds: services[1] },
    ])
  })

  test("a domain beyond its cap demands the cap's worth", () => {
    const { queue } = sharingOf(hostOf([domain({ capPercent: 40 })]), 0.8)
    expect(queue.utilisation).toEqual([expect.closeTo(0.5, 12)])
  })

  test('variation adds to the work with what it meets: own, others and arrivals, by hand', () => {
    const [a, b] = [
      domain({ serviceTimeScv: 3, arrivalScv: 2, serviceTimeSeconds: 0.004 }),
      domain({ name: 'vm2', serviceTimeScv: 0, serviceTimeSeconds: 0.006 }),
    ]
    // rho = 0.2 and 0.3, so rho / (1 - rho) = 0.4 and 0.6 requests.
    for (const scheduler of ['credit', 'credit2'] as const) {
      const [inA, inB] = [inLineWithin(a, 0.4), inLineWithin(b, 0.6)]
      const byA = 0.2 * 0.004 * inLineBetween(a, scheduler) * ((3 - 1) / 2)
      const byB = 0.3 * 0.006 * inLineBetween(b, scheduler) * ((0 - 1) / 2)
      const ownA = 0.004 * 0.2 * inA * ((3 - 1) / 2)
      const ownB = 0.006 * 0.3 * inB * ((0 - 1) / 2)
      // Only a has bursts; they meet all of the load, 0.2 + 0.3.
      const bursts = 0.004 * 0.5 * (inA / 2 + (1 - inA) / (1 + 3))
      expect(sharingOf(hostOf([a, b], { scheduler }), 1).queue.work).toEqual([
        expect.closeTo(0.004 + ownA + bursts + byB, 12),
        expect.closeTo(0.006 + ownB + byA, 12),
      ])
    }
  })
})

describe('sdpsTimes', () => {
  const names = ['vm1', 'vm2', 'vm3']
  const unlike = [
    domain({ serviceTimeSeconds: 0.004 }),
    domain({
      name: 'vm2',
      serviceTimeSeconds: 0.002,
      arrivalRatePerSecond: 100,
      serviceTimeScv: 3,
    }),
    domain({ name: 'vm3', serviceTimeSeconds: 0.03, arrivalRatePerSecond: 10, arrivalScv: 2 }),
  ]
  const weights = { vm1: 256, vm2: 512, vm3: 64 }

  test.each(['credit', 'credit2'] as const)(
    '%s: equal domains of equal weights are processor sharing, x / (a - rho)',
    (scheduler) => {
      const equal = names.map((name) => domain({ name, arrivalRatePerSecond: 20 }))
      const times = sdpsTimes(hostOf(equal, { scheduler }), 0.9)({ vm1: 7, vm2: 7, vm3: 7 })!
      for (const time of times) expect(time).toBeCloseTo(0.01 / 0.3, 10)
    },
  )

  test('one domain takes its time alone', () => {
    const one = domain({ serviceTimeScv: 3, arrivalScv: 2 })
    const [time] = sdpsTimes(hostOf([one]), 0.9)(weights)!
    expect(time! / aloneTime(one, hostOf([one]), 0.9)).toBeCloseTo(1, 2)
    expect(time).toBeGreaterThanOrEqual(aloneTime(one, hostOf([one]), 0.9))
  })

  test('with no more vCPUs than pCPUs each is M/M/1 on its own', () => {
    const apart = [0.3, 0.6, 0.9].map((rho, k) =>
      domain({ name: names[k]!, vCpus: 1, arrivalRatePerSecond: 100 * rho }),
    )
    const times = sdpsTimes(hostOf(apart, { pCpus: 3 }), 1)(weights)!
    for (const [k, rho] of [0.3, 0.6, 0.9].entries()) {
      expect(times[k]! / (0.01 / (1 - rho))).toBeCloseTo(1, 9)
    }
  })

  test.each(['credit', 'credit2'] as const)(
    '%s: neither the order of the domains nor a factor on all weights matters',
    (scheduler) => {
      const load = hostOf(unlike, { scheduler })
      const times = sdpsTimes(load, 0.95)(weights)!
      const turned = sdpsTimes({ ...load, domains: unlike.toReversed() }, 0.95)(weights)!
      const tripled = sdpsTimes(load, 0.95)({ vm1: 768, vm2: 1536, vm3: 192 })!
      for (const [k, time] of times.entries()) {
        expect(turned[2 - k]! / time).toBeCloseTo(1, 6)
        expect(tripled[k]! / time).toBeCloseTo(1, 6)
      }
    },
  )

  test('is credit unless stated otherwise, and a domain beyond its cap has no time', () => {
    expect(sdpsTimes(hostOf(unlike), 1)(weights)).toEqual(
      sdpsTimes(hostOf(unlike, { scheduler: 'credit' }), 1)(weights),
    )
    const beyond = unlike.map((each, k) => (k === 0 ? { ...each, capPercent: 10 } : each))
    const times = sdpsTimes(hostOf(beyond), 1)(weights)!
    expect(times[0]).toBe(Number.POSITIVE_INFINITY)
    expect(times.slice(1).every(Number.isFinite)).toBe(true)
  })

  test('is null where the host is too near saturation to solve', () => {
    const full = [domain({ arrivalRatePerSecond: 100 * (1 - 1e-14) })]
    expect(sdpsTimes(hostOf(full), 1)(weights)).toBeNull()
  })
})
