import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toXenWeights } from './to-xen-weights.ts'

test('0.05 of 5120 is 256', () => {
  expect(toXenWeights({ a: 0.05, b: 0.95 }, 5120)).toEqual({ a: 256, b: 4864 })
})

test('adds up except for ties, stays within one, keeps whole values and never returns zero', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 600, max: 65535 }), (steps, total) => {
      const sum = steps.reduce((all, step) => all + step, 0)
      const fractions = Object.fromEntries(steps.map((step, index) => [`d${index}`, step / sum]))
      const weights = toXenWeights(fractions, total)
      const equal = new Map<number, number[]>()
      for (const [index, step] of steps.entries()) {
        equal.set(step, [...(equal.get(step) ?? []), weights[`d${index}`]!])
      }
      for (const given of equal.values()) expect(new Set(given).size).toBe(1)
      const most = Math.max(...[...equal.values()].map((given) => given.length))
      const added = Object.values(weights).reduce((all, weight) => all + weight, 0)
      expect(Math.abs(added - total)).toBeLessThanOrEqual(most === 1 ? 0 : most / 2)
      for (const [name, weight] of Object.entries(weights)) {
        const exact = fractions[name]! * total
        expect(weight).toBeGreaterThanOrEqual(1)
        expect(Math.abs(weight - exact)).toBeLessThan(1)
        if (Math.abs(exact - Math.round(exact)) < 1e-9) expect(weight).toBe(Math.round(exact))
      }
    }),
  )
})

test('does not round one part above several larger ones that no longer fit the sum', () => {
  // 1.4 each, 1.12 and 0.28: two remain, too few for all four.
  const weights = toXenWeights({ a: 0.2, b: 0.2, c: 0.2, d: 0.2, e: 0.16, f: 0.04 }, 7)
  expect(weights).toEqual({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 })
})

test('preserves the order of steps, and their ratios as closely as whole numbers can', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 64 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 1000 }), (steps, each) => {
      const total = each * steps.length
      const sum = steps.reduce((all, step) => all + step, 0)
      const weights = toXenWeights(
        Object.fromEntries(steps.map((step, index) => [`d${index}`, step / sum])),
        total,
      )
      let isOrdered = true
      let excess = 0
      for (const [i, one] of steps.entries()) {
        for (const [j, other] of steps.entries()) {
          const [a, b] = [weights[`d${i}`]!, weights[`d${j}`]!]
          if (one >= other && a < b) isOrdered = false
          // Each is within one of its exact value.
          const [exactA, exactB] = [(one / sum) * total, (other / sum) * total]
          const off = Math.abs(Math.log(a / b / (one / other)))
          excess = Math.max(excess, off - offBy(exactA) - offBy(exactB))
        }
      }
      expect(isOrdered).toBe(true)
      expect(excess).toBeLessThanOrEqual(1e-9)
    }),
    { numRuns: 2000 },
  )
})

/**
 * The greatest error, as a logarithm, of a weight that is at least 1 and within one of its exact
 * value.
 */
function offBy(exact: number): number {
  const least = Math.max(1, Math.floor(exact))
  return Math.max(Math.abs(Math.log(Math.ceil(exact) / exact)), Math.abs(Math.log(least / exact)))
}

test('throws an error that names the domain beyond 65535', () => {
  expect(() => toXenWeights({ a: 0.9, b: 0.1 }, 100000)).toThrow('a would need a weight of 90000')
})
