import { describe, expect, test } from 'vitest'
import { sdps } from '../estimators/sdps/sdps.ts'
import type { HostLoad } from '../load/host-load.ts'
import { DOMAIN0_NAME } from '../load/weights.ts'
import { compareBoundsWithValues } from './sdps-bounds.fixture.ts'
import { sdpsBounds } from './sdps-bounds.ts'

test('no weights in the box give a sum of times below its bound', () => {
  compareBoundsWithValues(1000)
})

test.each(['credit', 'credit2'] as const)(
  '%s: the bound of a single point is nearly its value',
  (scheduler) => {
    const load: HostLoad = {
      domains: [0.002, 0.004, 0.01].map((serviceTimeSeconds, k) => ({
        name: `vm${k + 1}`,
        serviceTimeSeconds,
        vCpus: 1,
        arrivalRatePerSecond: 0.2 / serviceTimeSeconds,
      })),
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
      scheduler,
    }
    const weights = { [DOMAIN0_NAME]: 256, vm1: 300, vm2: 200, vm3: 100 }
    const terms = load.domains.map(({ name, arrivalRatePerSecond }) => ({
      name,
      seen: 'client' as const,
      coefficient: arrivalRatePerSecond,
    }))
    const bound = sdpsBounds(load)!({ least: weights, most: weights })(terms)
    const value = sdps
      .estimate(load, weights)
      .domains.reduce((sum, each, k) => sum + terms[k]!.coefficient * each.responseTimeSeconds!, 0)
    expect(bound).toBeGreaterThan(0.98 * value)
  },
)

describe('exact cases', () => {
  const noDomain0 = { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 }
  const vm = (name: string, arrivalRatePerSecond: number, more: object = {}) => ({
    name,
    arrivalRatePerSecond,
    serviceTimeSeconds: 0.01,
    ...more,
  })
  const hostOf = (domains: HostLoad['domains'], more: Partial<HostLoad> = {}): HostLoad => ({
    domains,
    domain0: noDomain0,
    pCpus: 1,
    ...more,
  })
  const boxOf = (least: number, most: number) => ({
    least: { [DOMAIN0_NAME]: 256, vm1: least, vm2: 256 },
    most: { [DOMAIN0_NAME]: 256, vm1: most, vm2: 256 },
  })
  const term = (name: string, coefficient: number, seen: 'client' | 'log' = 'client') => ({
    name,
    seen,
    coefficient,
  })
  const boundOf = (load: HostLoad, ...terms: ReturnType<typeof term>[]) =>
    sdpsBounds(load)!(boxOf(1, 65_535))(terms)

  test('one domain alone is M/M/1 whatever its weight, as often as it is asked for', () => {
    const load = hostOf([vm('vm1', 50)])
    expect(boundOf(load, term('vm1', 1))).toBeCloseTo(0.02, 7)
    expect(boundOf(load, term('vm1', 3))).toBeCloseTo(0.06, 7)
    expect(boundOf(load, term('vm1', 1), term('vm1', 2))).toBeCloseTo(0.06, 7)
    expect(boundOf(load)).toBe(0)
  })

  test('domains without requests, or that nobody knows, add nothing', () => {
    const load = hostOf([vm('vm1', 50), vm('vm2', 0)])
    expect(boundOf(load, term('vm1', 1), term('vm2', 7), term('vm9', 7))).toBeCloseTo(0.02, 7)
  })

  test('the log leaves out the wait in line: 20 (1 - 0.5 e^-4) ms at 20 ms met', () => {
    const load = hostOf([vm('vm1', 50)])
    expect(boundOf(load, term('vm1', 1, 'log'))).toBeCloseTo(0.02 * (1 - 0.5 * Math.exp(-4)), 7)
    const inOrder = hostOf([vm('vm1', 50, { discipline: 'fifo' })])
    expect(boundOf(inOrder, term('vm1', 1, 'log'))).toBeCloseTo(0.01, 7)
  })

  test('background and Domain-0 come first: 10 / (0.7 - 0.3) ms, and the path', () => {
    const domain0 = { serviceTimeSeconds: 0.002, ioRequestsPerSecond: 100, delayPerIoSeconds: 0 }
    const guest = vm('vm1', 30, {
      serviceTimeSeconds: 0.01 + 0.1 / 30,
      backgroundUtilisation: 0.1,
    })
    const load = hostOf([guest], { domain0 })
    const shown = sdps.estimate(load, boxOf(256, 256).least).domains[0]!
    expect(boundOf(load, term('vm1', 1)) / shown.responseTimeSeconds!).toBeCloseTo(1, 6)
    expect(boundOf(load, term('vm1', 1, 'log')) / shown.loggedTimeSeconds!).toBeCloseTo(1, 6)
    expect(shown.responseTimeSeconds).toBeGreaterThan(0.025)
  })

  test('the conservation law bounds sum rho_i T_i, and reaches it: 0.8 10 / (1 - 0.8) ms', () => {
    const load = hostOf([vm('vm1', 30), vm('vm2', 50)])
    expect(boundOf(load, term('vm1', 0.3), term('vm2', 0.5))).toBeCloseTo((0.8 * 0.01) / 0.2, 7)
  })

  test('a wider box cannot raise a bound', () => {
    const load = hostOf([vm('vm1', 30), vm('vm2', 50)])
    const within = sdpsBounds(load)!
    const [narrow, wide] = [boxOf(200, 300), boxOf(100, 600)].map((box) =>
      within(box)([term('vm1', 1)]),
    )
    expect(wide).toBeLessThan(narrow!)
    // No weight takes vm1 below what it needs alone.
    expect(within(boxOf(1, 65_535))([term('vm1', 1)])).toBeGreaterThanOrEqual(
      (0.01 / 0.7) * (1 - 1e-6),
    )
  })

  test('a cap bounds the time of its domain', () => {
    const load = hostOf([vm('vm1', 30, { capPercent: 40 }), vm('vm2', 10)], {
      scheduler: 'credit2',
    })
    const shown = sdps.estimate(load, boxOf(65_535, 65_535).least).domains[0]!
    expect(boundOf(load, term('vm1', 1)) / shown.responseTimeSeconds!).toBeCloseTo(1, 6)
  })

  test.each<[string, HostLoad]>([
    ['the host is full', hostOf([vm('vm1', 60), vm('vm2', 45)])],
    // 64 / 64 is exactly 1.
    ['it is exactly full', hostOf([vm('vm1', 64, { serviceTimeSeconds: 1 / 64 })])],
    ['a cap is too low', hostOf([vm('vm1', 30, { capPercent: 20 }), vm('vm2', 10)])],
    ['a vCPU is too few', hostOf([vm('vm1', 120, { vCpus: 1 })], { pCpus: 2 })],
    [
      'Domain-0 leaves nothing',
      hostOf([vm('vm1', 1)], {
        domain0: { ...noDomain0, serviceTimeSeconds: 1, ioRequestsPerSecond: 1 },
      }),
    ],
  ])('there is no bound where %s', (_, load) => {
    expect(sdpsBounds(load)).toBeNull()
  })
})
