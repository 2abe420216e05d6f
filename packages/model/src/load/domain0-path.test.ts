import { describe, expect, test } from 'vitest'
import { availableToGuests, domain0Path, domain0Utilisation } from './domain0-path.ts'
import type { Domain0Load, DomainLoad, HostLoad } from './host-load.ts'

const vm1: DomainLoad = { name: 'vm1', arrivalRatePerSecond: 40, serviceTimeSeconds: 0.01 }

function hostOf(
  domain0: Partial<Domain0Load>,
  more: Partial<HostLoad> = {},
  domains: DomainLoad[] = [vm1],
): HostLoad {
  return {
    domains,
    domain0: {
      serviceTimeSeconds: 0.001,
      ioRequestsPerSecond: 100,
      delayPerIoSeconds: 0,
      ...domain0,
    },
    pCpus: 1,
    ...more,
  }
}

const none = { clientSeconds: 0, beforeRunSeconds: 0, workSeconds: 0 }

test('r_0 = IO x_0, of which each pCPU gives up its part: 1 - 100 0.001 / m', () => {
  expect(domain0Utilisation(hostOf({}))).toBeCloseTo(0.1, 12)
  expect(availableToGuests(hostOf({}))).toBeCloseTo(0.9, 12)
  expect(availableToGuests(hostOf({}, { pCpus: 4 }))).toBeCloseTo(0.975, 12)
})

describe('a path of nothing', () => {
  test.each<[string, Partial<Domain0Load>, number]>([
    ['Domain-0 takes no part', { serviceTimeSeconds: 0 }, 1],
    ['nothing passes through it', { ioRequestsPerSecond: 0 }, 1],
    ['all that it does is background', { backgroundUtilisation: 0.1 }, 0.9],
    ['its background exceeds what it was seen to use', { backgroundUtilisation: 0.2 }, 0.9],
    ['it leaves nothing to the guests', {}, 0],
    ['it needs more than there is', {}, -0.1],
  ])('where %s', (_, domain0, available) => {
    expect(domain0Path(hostOf(domain0), 0.4, available)).toEqual(none)
  })
})

describe('one guest on one pCPU at a = 0.8: u = 0.4 / 0.8', () => {
  // y / 2 = 10 / 0.8 ms is the residual of an exponential demand.
  const waitOf = (holdSeconds: number) => 0.5 * holdSeconds * -Math.expm1(-0.0125 / holdSeconds)
  const pathOf = (more: Partial<HostLoad> = {}, domain0: Partial<Domain0Load> = {}) =>
    domain0Path(hostOf(domain0, more), 0.4, 0.8)

  test('works for requests alone: (100 0.001 - 0.04) / 100 / 0.8', () => {
    expect(pathOf().workSeconds).toBeCloseTo(0.00125, 12)
    expect(pathOf({}, { backgroundUtilisation: 0.04 }).workSeconds).toBeCloseTo(0.00075, 12)
  })

  test.each([
    ['credit' as const, 0.01, 0.7, 0.2],
    ['credit2' as const, 0.002, 0.4, 0.3],
  ])(
    '%s: later packets wait anew, and the log begins after two waits and u more',
    (scheduler, hold, repeated, byLoad) => {
      const wait = waitOf(hold)
      const path = pathOf({ scheduler })
      expect(path.clientSeconds).toBeCloseTo(0.00125 + 0.5 * repeated * wait, 12)
      expect(path.beforeRunSeconds).toBeCloseTo(2.5 * wait, 12)
      // A client in Domain-0 starts its clock after the first wait and the packets ahead.
      const inside = pathOf({ scheduler, client: 'domain-0' })
      expect(inside.clientSeconds).toBeCloseTo(path.clientSeconds - (1 + 0.5 * byLoad) * wait, 12)
      expect(inside.beforeRunSeconds).toBe(path.beforeRunSeconds)
    },
  )

  test('is that of credit behind the network unless stated otherwise', () => {
    expect(pathOf()).toEqual(pathOf({ scheduler: 'credit', client: 'network' }))
  })
})

describe('the wait', () => {
  const beforeRun = (
    domains: DomainLoad[],
    { pCpus = 1, scheduler }: { pCpus?: number; scheduler?: 'credit' | 'credit2' } = {},
  ) => {
    const guests = domains.reduce(
      (sum, d) => sum + d.arrivalRatePerSecond * d.serviceTimeSeconds,
      0,
    )
    const load = hostOf({}, { pCpus, ...(scheduler ? { scheduler } : {}) }, domains)
    const used = guests / pCpus
    return domain0Path(load, guests, 1).beforeRunSeconds / (2 + used)
  }
  const sized = (x: number, scv = 1): DomainLoad => ({
    name: 'vm1',
    serviceTimeSeconds: x,
    arrivalRatePerSecond: 0.4 / x,
    serviceTimeScv: scv,
  })

  test('for short demands is their mean residual: rho x (1 + c_s^2) / 2', () => {
    expect(beforeRun([sized(1e-6)])).toBeCloseTo(0.4 * 1e-6, 9)
    expect(beforeRun([sized(1e-6, 0)])).toBeCloseTo(0.4 * 0.5e-6, 9)
  })

  test.each([
    ['credit' as const, 0.01],
    ['credit2' as const, 0.002],
  ])('for long demands is the longest hold of %s: rho h', (scheduler, hold) => {
    expect(beforeRun([sized(10)], { scheduler })).toBeCloseTo(0.4 * hold, 12)
  })

  test('on two pCPUs needs both busy: C / u = 2 u / (1 + u) of the time that one is', () => {
    expect(beforeRun([sized(10)], { pCpus: 2 })).toBeCloseTo(
      ((2 * 0.2) / 1.2) * (0.4 / 2) * 0.01,
      12,
    )
  })

  test('is the same for one domain and for its two halves, in any order', () => {
    const half = { ...sized(0.01), arrivalRatePerSecond: 20 }
    const long = { ...sized(0.03), name: 'vm3', arrivalRatePerSecond: 10 }
    const whole = beforeRun([sized(0.01), long])
    expect(beforeRun([half, { ...half, name: 'vm2' }, long])).toBeCloseTo(whole, 12)
    expect(beforeRun([long, sized(0.01)])).toBeCloseTo(whole, 12)
  })

  test('counts a host as full at most: u is 1 beyond saturation', () => {
    const at = (guestLoad: number) => domain0Path(hostOf({}), guestLoad, 1).beforeRunSeconds
    expect(at(5)).toBe(at(1))
    expect(at(0.5)).toBeLessThan(at(1))
    // Without guests, a pCPU is always free.
    expect(at(0)).toBe(0)
  })
})
