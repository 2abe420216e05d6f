import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claim, divideShares, expectedRatio } from './divide-shares.ts'

const claims = fc
  .array(
    fc.record({
      load: fc.double({ min: 0, max: 0.3, noNaN: true }),
      need: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    }),
    { minLength: 2, maxLength: 3 },
  )
  .map((all) => all.map((each, index): Claim => ({ domain: `vm${index}`, most: 1, ...each })))

test('no other division of the same part has a smaller worst ratio', () => {
  fc.assert(
    fc.property(claims, fc.double({ min: 0.5, max: 1, noNaN: true }), (all, available) => {
      const shares = divideShares(all, available)
      const worst = (of: (claim: Claim) => number) =>
        Math.max(...all.map((each) => expectedRatio(each, of(each))))
      const least = worst(({ domain }) => shares.get(domain)!)
      expect([...shares.values()].reduce((sum, each) => sum + each, 0)).toBeCloseTo(available, 9)
      // Every division in steps of a fiftieth.
      const steps = 50
      for (let one = 0; one <= steps; one++) {
        for (let two = 0; two <= (all.length === 3 ? steps - one : 0); two++) {
          const parts = all.length === 3 ? [one, two, steps - one - two] : [one, steps - one]
          const other = worst((each) => (parts[all.indexOf(each)]! / steps) * available)
          expect(other).toBeGreaterThanOrEqual(least - 1e-9)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('loads that do not fit are cut alike', () => {
  const all: Claim[] = [
    { domain: 'vm1', load: 0.8, need: 0.1, most: 1 },
    { domain: 'vm2', load: 0.5, need: 0.4, most: 1 },
  ]
  const shares = divideShares(all, 0.9)
  expect(shares.get('vm1')).toBeCloseTo(0.45, 12)
  expect(shares.get('vm2')).toBeCloseTo(0.45, 12)
  expect(expectedRatio(all[0]!, 0.45)).toBe(Number.POSITIVE_INFINITY)
})

test('whoever cannot use more leaves the rest to the others', () => {
  const all: Claim[] = [
    { domain: 'vm1', load: 0.2, need: 0.4, most: 0.3 },
    { domain: 'vm2', load: 0.2, need: 0.1, most: 1 },
  ]
  const shares = divideShares(all, 1)
  expect(shares.get('vm1')).toBe(0.3)
  expect(shares.get('vm2')).toBeCloseTo(0.7, 12)
  expect(expectedRatio(all[0]!, 0.9)).toBeCloseTo(4, 12)
})
