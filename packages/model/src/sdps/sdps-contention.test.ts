import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { erlangC } from './erlang-c.ts'
import { contentionOf } from './sdps-contention.ts'

/** sum_{j != k} c_kj rho_j: the part of k's time spent with other domains. */
function metBy(k: number, utilisation: readonly number[], between: Float64Array): number {
  const n = utilisation.length
  return utilisation.reduce((sum, rho, j) => (j === k ? sum : sum + between[k * n + j]! * rho), 0)
}

describe('contention for pCPUs', () => {
  test('on one pCPU every domain delays every other', () => {
    const { own, between } = contentionOf([0.3, 0.5], [1, 1], 1)
    expect([...own]).toEqual([0.3, 0.5])
    expect([...between]).toEqual([1, 1, 1, 1])
  })

  test('domains do not delay each other when there are no more vCPUs than pCPUs', () => {
    const { own, between } = contentionOf([0.9, 0.4, 0.7], [1, 1, 1], 3)
    for (const [k, rho] of [0.9, 0.4, 0.7].entries()) expect(own[k]).toBeCloseTo(rho, 12)
    for (const part of between) expect(part).toBe(0)
  })

  test('one domain with a vCPU for each pCPU is M/M/c: T = x / (1 - own)', () => {
    const { own } = contentionOf([2.4], [3], 3)
    expect(1 / (1 - own[0]!)).toBeCloseTo(1 + erlangC(3, 2.4) / (3 - 2.4), 9)
  })

  test('many small domains are at least M/M/c', () => {
    const utilisation = new Array<number>(60).fill(3.4 / 60)
    const { own, between } = contentionOf(utilisation, new Array<number>(60).fill(1), 4)
    const time = 1 / (1 - own[0]! - metBy(0, utilisation, between))
    const pooled = 1 + erlangC(4, 3.4) / (4 - 3.4)
    expect(time).toBeGreaterThanOrEqual(pooled * (1 - 1e-9))
    expect(time).toBeLessThan(pooled * 1.05)
  })

  // Means of 1,500 s by the independent simulator (bench/peers), processor sharing, exponential
  // demands: divided by x.
  test.each([
    [3, 2, 0.6, 2.0],
    [3, 2, 0.8, 3.56],
    [4, 2, 0.8, 3.28],
    [8, 2, 0.8, 2.94],
    [5, 4, 0.8, 3.3],
    [8, 4, 0.8, 2.35],
    [16, 4, 0.6, 1.33],
  ])(
    '%d vCPUs on %d pCPUs at %d take %d times the service, within 11 %%',
    (n, m, rho, simulated) => {
      const utilisation = new Array<number>(n).fill((rho * m) / n)
      const { own, between } = contentionOf(utilisation, new Array<number>(n).fill(1), m)
      const time = 1 / (1 - own[0]! - metBy(0, utilisation, between))
      expect(Math.abs(time / simulated - 1)).toBeLessThan(0.11)
    },
  )
})

test('is symmetric and leaves every domain some CPU below saturation', () => {
  const hosts = fc.record({
    parts: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 }),
    pCpus: fc.integer({ min: 2, max: 4 }),
    rho: fc.double({ min: 0.05, max: 0.98, noNaN: true }),
  })
  fc.assert(
    fc.property(hosts, ({ parts, pCpus, rho }) => {
      const whole = parts.reduce((sum, part) => sum + part, 0)
      const utilisation = parts.map((part) => Math.min(0.99, (rho * pCpus * part) / whole))
      const n = parts.length
      const { own, between } = contentionOf(
        utilisation,
        parts.map(() => 1),
        pCpus,
      )
      for (let k = 0; k < n; k++) {
        expect(own[k]! + metBy(k, utilisation, between)).toBeLessThan(1)
        for (let j = 0; j < k; j++) expect(between[k * n + j]).toBe(between[j * n + k])
      }
    }),
  )
})
