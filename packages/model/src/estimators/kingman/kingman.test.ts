import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainLoad } from '../../load/host-load.ts'
import { equalWeights, paperLoad } from '../../paper-loads.fixture.ts'
import { kingman } from './kingman.ts'

const X = 0.01

/** The bound for one domain that needs 10 ms per request. */
function boundOf(rho: number, more: Partial<DomainLoad> = {}): number | null {
  const load = {
    ...paperLoad([0, 0, 0]),
    domains: [{ name: 'vm1', arrivalRatePerSecond: rho / X, serviceTimeSeconds: X, ...more }],
  }
  return kingman.estimate(load, { 'Domain-0': 256, vm1: 256 }).domains[0]!.responseTimeSeconds
}

/** Pollaczek and Khinchine: exact for Poisson arrivals. */
const exact = (rho: number, serviceTimeScv: number) =>
  X + (rho * X * (1 + serviceTimeScv)) / (2 * (1 - rho))

describe('Kingman’s bound', () => {
  test.each([0.1, 0.5, 0.9])('is above M/M/1 by (1 + rho) / (2 lambda) at rho %s', (rho) => {
    const gap = ((1 + rho) * X) / (2 * rho)
    expect(boundOf(rho)).toBeCloseTo(X / (1 - rho) + gap, 12)
  })

  test('is the service time alone when nothing varies', () => {
    expect(boundOf(0.7, { arrivalScv: 0, serviceTimeScv: 0 })).toBe(X)
  })

  test('is never below the exact M/G/1 time and approaches it in heavy traffic', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (rho, serviceTimeScv) => {
          expect(boundOf(rho, { serviceTimeScv })!).toBeGreaterThanOrEqual(
            exact(rho, serviceTimeScv),
          )
        },
      ),
    )
    expect(boundOf(0.999, { serviceTimeScv: 4 })! / exact(0.999, 4)).toBeCloseTo(1, 2)
  })

  test('does not depend on the other domains', () => {
    const alone = kingman.estimate(paperLoad([45, 0, 0]), equalWeights).domains[0]
    expect(kingman.estimate(paperLoad([45, 45, 170]), equalWeights).domains[0]).toEqual(alone)
  })

  test('doubts nothing below a full pCPU, and says how full it is from there on', () => {
    const full = {
      ...paperLoad([0, 0, 0]),
      domains: [
        { name: 'vm1', arrivalRatePerSecond: 120, serviceTimeSeconds: X },
        { name: 'vm2', arrivalRatePerSecond: 20, serviceTimeSeconds: X },
      ],
    }
    const [vm1, vm2] = kingman.estimate(full, { 'Domain-0': 256, vm1: 256, vm2: 256 }).domains
    expect(vm1).toMatchObject({
      valid: false,
      reasons: [{ code: 'saturated', numbers: { utilisation: expect.closeTo(1.2, 12) } }],
    })
    expect(vm2).toMatchObject({ valid: true, reasons: [] })
  })

  test('has no answer without requests and from a full pCPU on', () => {
    const [, idle] = kingman.estimate(paperLoad([45, 0, 0]), equalWeights).domains
    expect(idle).toMatchObject({ responseTimeSeconds: null, reasons: [{ code: 'no-arrivals' }] })
    expect(boundOf(0.999)).not.toBeNull()
    expect(boundOf(1)).toBeNull()
  })
})
