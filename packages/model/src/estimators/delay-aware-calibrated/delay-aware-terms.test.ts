import { describe, expect, test } from 'vitest'
import type { HostLoad } from '../../load/host-load.ts'
import { delayAware } from '../delay-aware/delay-aware.ts'
import { delayAwareTerms } from './delay-aware-terms.ts'

const weights = { 'Domain-0': 512, a: 768, b: 256 }
const load: HostLoad = {
  domains: [
    { name: 'a', arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
    { name: 'b', arrivalRatePerSecond: 40, serviceTimeSeconds: 0.005 },
  ],
  domain0: { serviceTimeSeconds: 0.002, ioRequestsPerSecond: 60, delayPerIoSeconds: 0.0005 },
  pCpus: 1,
}
const times = (factor: number, of: HostLoad = load): HostLoad => ({
  ...of,
  domains: of.domains.map((domain) => ({
    ...domain,
    arrivalRatePerSecond: factor * domain.arrivalRatePerSecond,
  })),
  domain0: { ...of.domain0, ioRequestsPerSecond: factor * of.domain0.ioRequestsPerSecond },
})

describe('eq (1)-(3) with rho / (1 - rho)', () => {
  test('by hand: rho = 0.2 + 0.2 + 0.12', () => {
    // w = 3/4, 1/4; w_0 = 2/4. D_VM = 0.001 + (1/3) 2 0.005 and 0.001 + 3 (1/2) 0.01.
    const loaded = 0.52 / 0.48
    expect([...delayAwareTerms(load, weights)!]).toEqual([
      [
        'a',
        {
          serviceSeconds: 0.01,
          loadedVmDelaySeconds: expect.closeTo((0.001 + 0.01 / 3) * loaded, 12),
          domain0DelaySeconds: expect.closeTo(0.002, 12),
        },
      ],
      [
        'b',
        {
          serviceSeconds: 0.005,
          loadedVmDelaySeconds: expect.closeTo(0.016 * loaded, 12),
          domain0DelaySeconds: expect.closeTo(0.003, 12),
        },
      ],
    ])
  })

  test('grows with the load where eq (2) alone does not (E0.8)', () => {
    const at = (factor: number) => delayAwareTerms(times(factor), weights)!.get('a')!
    const plain = (factor: number) =>
      delayAware.estimate(times(factor), weights).domains[0]!.breakdown!.vmDelaySeconds
    expect(plain(1.5)).toBeCloseTo(plain(1), 12)
    expect(at(1.5).loadedVmDelaySeconds / at(1).loadedVmDelaySeconds).toBeCloseTo(
      0.78 / 0.22 / (0.52 / 0.48),
      9,
    )
  })

  test('counts the load per pCPU', () => {
    const two = delayAwareTerms({ ...load, pCpus: 2 }, weights)!.get('a')!
    expect(two.loadedVmDelaySeconds).toBeCloseTo(((0.001 + 0.01 / 3) * 0.26) / 0.74, 12)
  })

  test('takes shares with Domain-0 where that is asked for: w_0 = 1 / 3 instead of 1 / 2', () => {
    const guests = delayAwareTerms(load, weights, 'guests')!.get('a')!
    const all = delayAwareTerms(load, weights, 'with-domain-0')!.get('a')!
    expect(guests).toEqual(delayAwareTerms(load, weights)!.get('a'))
    expect(all.loadedVmDelaySeconds).toBeCloseTo(((0.002 / 3 + 0.01 / 3) * 0.52) / 0.48, 12)
    // IO / (w_p lambda_p) D_0 with w_p = 1/2 instead of 3/4.
    expect(all.domain0DelaySeconds).toBeCloseTo(0.003, 12)
  })
})

test('has no terms for a domain without arrivals, and none at all at saturation', () => {
  const idle = {
    ...load,
    domains: [load.domains[0]!, { ...load.domains[1]!, arrivalRatePerSecond: 0 }],
  }
  expect([...delayAwareTerms(idle, weights)!.keys()]).toEqual(['a'])
  // 64 / 128 + 32 / 64 is exactly 1.
  const full: HostLoad = {
    ...load,
    domains: [{ name: 'a', arrivalRatePerSecond: 64, serviceTimeSeconds: 1 / 128 }],
    domain0: { serviceTimeSeconds: 1 / 64, ioRequestsPerSecond: 32, delayPerIoSeconds: 0 },
  }
  expect(delayAwareTerms(full, weights)).toBeNull()
  expect(delayAwareTerms({ ...full, pCpus: 2 }, weights)).not.toBeNull()
})
