import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionPath } from './config/request-path.ts'
import { linuxTick, type TwinConfig } from './config/twin-config.ts'
import { TwinError } from './config/twin-error.ts'
import { simulate } from './engine/simulate.ts'
import { constant, exponential, guest, hog, poisson, schedulers } from './hosts.fixture.ts'

const path = connectionPath({ domain0Seconds: 0.00028, guestSeconds: 0.00018 })

function busyHost(scheduler: TwinConfig['scheduler'], pCpus = 1, weight = 256): TwinConfig {
  const sharing = { discipline: 'processor-sharing', path, tick: linuxTick } as const
  return {
    pCpus,
    scheduler,
    domain0: { name: 'Domain-0', background: { utilisation: 0.016 }, tick: linuxTick },
    guests: [
      guest('vm1', poisson(45), constant(0.0062), { ...sharing, weight }),
      guest('vm2', poisson(45), exponential(0.0062), sharing),
      guest('vm3', poisson(170), constant(0.0014), { ...sharing, vCpus: 2, cap: 90 }),
    ],
  }
}
const run = { seed: 3, horizonSeconds: 25, warmupSeconds: 5 }

describe.each(schedulers)('accounts under $name', (scheduler) => {
  test.each([1, 2, 3])(
    'balance for every vCPU and every pCPU at all times on %i pCPUs',
    (pCpus) => {
      const { domains, pCpus: processors } = simulate(busyHost(scheduler, pCpus), run)
      const seconds = run.horizonSeconds - run.warmupSeconds
      for (const { name, stateSeconds } of domains) {
        const total = Object.values(stateSeconds).reduce((sum, value) => sum + value, 0)
        expect(total).toBeCloseTo((name === 'vm3' ? 2 : 1) * seconds, 9)
      }
      const running = domains.reduce((sum, { stateSeconds }) => sum + stateSeconds.running, 0)
      const busy = processors.reduce((sum, { busySeconds }) => sum + busySeconds, 0)
      expect(running).toBeCloseTo(busy, 9)
      for (const { busySeconds, idleSeconds } of processors) {
        expect(busySeconds + idleSeconds).toBeCloseTo(seconds, 9)
      }
    },
  )

  test('every request is answered or in progress', () => {
    const { domains, underWay } = simulate(busyHost(scheduler), run)
    const drained = simulate(busyHost(scheduler), { ...run, drainSeconds: 60 })
    for (const [index, { requests }] of domains.entries()) {
      if (!requests) continue
      expect(requests.arrived).toBeGreaterThan(requests.answered - 1)
      expect(requests.arrived - requests.answered).toBeLessThanOrEqual(underWay)
      expect(drained.domains[index]!.requests!.answered).toBe(requests.arrived)
    }
  })

  test("the CPU time of the domains equals their requests' demand", () => {
    const periodic = { kind: 'periodic', ratePerSecond: 50 } as const
    const { domains } = simulate(
      {
        pCpus: 1,
        scheduler,
        domain0: { name: 'Domain-0' },
        guests: [guest('a', periodic, constant(0.008), { path })],
      },
      { seed: 1, horizonSeconds: 100, drainSeconds: 1 },
    )
    expect(domains[0]!.cpuShare).toBeCloseTo(50 * 0.00028, 4)
    expect(domains[1]!.cpuShare).toBeCloseTo(50 * (0.008 + 0.00018), 4)
  })

  test('is work-conserving: the total work does not depend on the weights', () => {
    const busy = (weight: number) => simulate(busyHost(scheduler, 1, weight), run).pCpus[0]!
    expect(busy(1024).busySeconds / busy(256).busySeconds).toBeCloseTo(1, 2)
    const [only] = simulate(
      { pCpus: 2, scheduler, guests: [hog('a', 256), hog('b', 256), hog('c', 256)] },
      run,
    ).pCpus
    expect(only!.idleSeconds).toBeLessThan(0.001)
  })

  test('equal seeds give identical results, different seeds do not', () => {
    const first = simulate(busyHost(scheduler, 2), run)
    expect(simulate(busyHost(scheduler, 2), run)).toEqual(first)
    expect(simulate(busyHost(scheduler, 2), { ...run, seed: 4 })).not.toEqual(first)
  })

  test('the requests do not depend on the weights', () => {
    const arrived = (weight: number) =>
      simulate(busyHost(scheduler, 1, weight), run).domains.map(({ requests }) => requests?.arrived)
    expect(arrived(1024)).toEqual(arrived(256))
  })

  test('the accounts of any small host balance', () => {
    const hosts = fc.record({
      pCpus: fc.integer({ min: 1, max: 4 }),
      seed: fc.nat(),
      guests: fc.array(
        fc.record({
          weight: fc.integer({ min: 1, max: 65535 }),
          cap: fc.constantFrom(0, 0, 20, 70),
          vCpus: fc.integer({ min: 1, max: 3 }),
          hogs: fc.integer({ min: 0, max: 1 }),
          rate: fc.integer({ min: 1, max: 200 }),
          discipline: fc.constantFrom(...(['fifo', 'processor-sharing', 'time-sharing'] as const)),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    })
    fc.assert(
      fc.property(hosts, ({ pCpus, seed, guests }) => {
        const result = simulate(
          {
            pCpus,
            scheduler,
            domain0: { name: 'Domain-0', tick: linuxTick, background: { utilisation: 0.02 } },
            guests: guests.map(({ rate, ...domain }, index) =>
              guest(`vm${index}`, poisson(rate), exponential(0.004), {
                ...domain,
                path,
                tick: linuxTick,
              }),
            ),
          },
          { seed, horizonSeconds: 3 },
        )
        const running = result.domains.reduce((sum, d) => sum + d.stateSeconds.running, 0)
        const busy = result.pCpus.reduce((sum, { busySeconds }) => sum + busySeconds, 0)
        expect(running).toBeCloseTo(busy, 9)
        for (const [index, { stateSeconds }] of result.domains.entries()) {
          const total = Object.values(stateSeconds).reduce((sum, value) => sum + value, 0)
          expect(total).toBeCloseTo(3 * (index === 0 ? 1 : guests[index - 1]!.vCpus), 9)
        }
      }),
      { numRuns: 60, seed: 11 },
    )
  })
})

describe('rejects an invalid configuration', () => {
  const base = busyHost(schedulers[0]!)
  test.each([
    ['no pCPU', { ...base, pCpus: 0 }, 'invalid-number'],
    ['a weight of 0', { ...base, guests: [hog('a', 0)] }, 'invalid-number'],
    ['a cap above the vCPUs', { ...base, guests: [hog('a', 1, 101)] }, 'invalid-number'],
    ['two of one name', { ...base, guests: [hog('a', 1), hog('a', 1)] }, 'duplicate-domain'],
    ['a path without Domain-0', { ...base, domain0: undefined }, 'no-domain0'],
    [
      'a change of an unknown domain',
      { ...base, changes: [{ atSeconds: 1, domain: 'vm9', weight: 1 }] },
      'unknown-domain',
    ],
    [
      'descending arrivals',
      { ...base, guests: [guest('a', { kind: 'times', seconds: [2, 1] }, constant(1))] },
      'invalid-number',
    ],
    [
      'a ratelimit above the slice',
      { ...base, scheduler: { name: 'credit', tsliceSeconds: 0.005, ratelimitSeconds: 0.01 } },
      'invalid-number',
    ],
  ] as [string, TwinConfig, string][])('%s', (_, config, code) => {
    expect(() => simulate(config, run)).toThrowError(expect.objectContaining({ code }))
  })

  test('throws when the run is stopped', () => {
    expect(() => simulate(base, { ...run, horizonSeconds: 600, shouldStop: () => true })).toThrow(
      TwinError,
    )
  })
})
