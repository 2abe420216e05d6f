import { describe, expect, test } from 'vitest'
import type { Domain0Load, DomainLoad, HostLoad } from '../load/host-load.ts'
import { achievableBracket } from './achievable-bracket.ts'

const noDomain0: Domain0Load = {
  serviceTimeSeconds: 0,
  ioRequestsPerSecond: 0,
  delayPerIoSeconds: 0,
}

const one: DomainLoad = { name: 'vm1', arrivalRatePerSecond: 30, serviceTimeSeconds: 0.01 }
const other: DomainLoad = { name: 'vm2', arrivalRatePerSecond: 100, serviceTimeSeconds: 0.004 }

const hostOf = (domains: DomainLoad[], more: Partial<HostLoad> = {}): HostLoad => ({
  domains,
  domain0: noDomain0,
  pCpus: 1,
  ...more,
})

const bracketOf = (domains: DomainLoad[], more: Partial<HostLoad> = {}, k = 0) =>
  achievableBracket(domains[k]!, hostOf(domains, more))

describe('preemptive priority, exponential demands', () => {
  test('best x_1 / (1 - rho_1), worst x_1 / (1 - rho_2) + sum lambda x^2 / ((1 - rho_2) (1 - rho))', () => {
    const rest = 30 * 0.01 ** 2 + 100 * 0.004 ** 2
    expect(bracketOf([one, other])).toEqual({
      bestSeconds: expect.closeTo(0.01 / 0.7, 12),
      worstSeconds: expect.closeTo(0.01 / 0.6 + rest / (0.6 * 0.3), 12),
    })
  })

  test('one at its best and the other at its worst obey the conservation law', () => {
    const domains = [one, other]
    for (const top of [0, 1]) {
      const times = [0, 1].map((k) => {
        const bracket = bracketOf(domains, {}, k)!
        return k === top ? bracket.bestSeconds : bracket.worstSeconds
      })
      // sum rho_i T_i = sum rho_i x_i / (1 - rho)
      expect(0.3 * times[0]! + 0.4 * times[1]!).toBeCloseTo((0.003 + 0.0016) / 0.3, 12)
    }
  })

  test('a domain that is alone is M/M/1 whatever its weight', () => {
    expect(bracketOf([one])).toEqual({
      bestSeconds: expect.closeTo(0.01 / 0.7, 12),
      worstSeconds: expect.closeTo(0.01 / 0.7, 12),
    })
  })

  test('others count by their work, not by their number', () => {
    const half = { ...other, arrivalRatePerSecond: 50 }
    const split = bracketOf([one, half, { ...half, name: 'vm3' }])!
    const whole = bracketOf([one, other])!
    expect(split.bestSeconds).toBeCloseTo(whole.bestSeconds, 12)
    expect(split.worstSeconds).toBeCloseTo(whole.worstSeconds, 12)
  })
})

test('Domain-0 slows the pCPU for its guests: at r_0 = 0.2 all services take 1 / 0.8 of their time', () => {
  const domain0 = { ...noDomain0, serviceTimeSeconds: 0.002, ioRequestsPerSecond: 100 }
  const slowed = [one, other].map((domain) => ({
    ...domain,
    serviceTimeSeconds: domain.serviceTimeSeconds / 0.8,
  }))
  const found = bracketOf([one, other], { domain0 })!
  const expected = bracketOf(slowed)!
  expect(found.bestSeconds).toBeCloseTo(expected.bestSeconds, 12)
  expect(found.worstSeconds).toBeCloseTo(expected.worstSeconds, 12)
})

describe('two moments widen the bracket and never narrow it', () => {
  const x = 0.01
  const bestWait = x / 0.7 - x
  const worstWait = (30 * 0.01 ** 2 + 100 * 0.004 ** 2) / (0.6 * 0.3)

  test.each<[string, Partial<DomainLoad>, number, number]>([
    // In line (1 + 0) / 2 alone; shared 1. The host's factors stay below 1.
    ['demands without variation', { serviceTimeScv: 0 }, 0.5, 1],
    // Alone at best 1, shared; on the host (2 3.2 + 5 3) / (2 4.6), over v = 3 and 1.6 ms.
    ['demands of c_s^2 = 4', { serviceTimeScv: 4 }, 1, (3 * 5 + 1.6 * 2) / (2 * 4.6)],
    ['arrivals of c_a^2 = 3', { arrivalScv: 3 }, 1, (3 * 4 + 1.6 * 2) / (2 * 4.6)],
    // Shared: 3 / 1 for the domain; (3 3 + 1.6 2) / (3 1 + 1.6 2) for the host.
    ['c_a^2 = 3 of equal demands', { arrivalScv: 3, serviceTimeScv: 0 }, 1, 12.2 / 6.2],
    ['no variation at all', { arrivalScv: 0, serviceTimeScv: 0 }, 0, 1],
  ])('%s', (_, more, best, worst) => {
    const found = bracketOf([{ ...one, ...more }, other])!
    expect(found.bestSeconds).toBeCloseTo(x + best * bestWait, 12)
    expect(found.worstSeconds).toBeCloseTo(x / 0.6 + worst * worstWait, 12)
  })
})

describe('no bracket', () => {
  // 64 / 128 and 32 / 64 are exact.
  const half: DomainLoad = { name: 'a', arrivalRatePerSecond: 64, serviceTimeSeconds: 1 / 128 }
  const otherHalf: DomainLoad = { name: 'b', arrivalRatePerSecond: 32, serviceTimeSeconds: 1 / 64 }

  test('exists at saturation, with Domain-0 in the count', () => {
    expect(bracketOf([half, otherHalf])).toBeNull()
    expect(bracketOf([half])).not.toBeNull()
    const domain0 = { ...noDomain0, serviceTimeSeconds: 1 / 64, ioRequestsPerSecond: 32 }
    expect(bracketOf([half], { domain0 })).toBeNull()
  })

  test('is known for several pCPUs', () => {
    expect(bracketOf([one, other], { pCpus: 2 })).toBeNull()
  })
})
