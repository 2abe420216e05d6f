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

test('names that domain and its weight; 65535 itself is within the limit', () => {
  expect(toXenWeights({ a: 0.5, b: 0.5 }, 2 * 65535)).toEqual({ a: 65535, b: 65535 })
  expect(() => toXenWeights({ a: 0.5, b: 0.5 }, 2 * 65536)).toThrow(
    expect.objectContaining({
      code: 'weight-out-of-range',
      details: { name: 'a', weight: 65536 },
    }),
  )
})

test.each([
  ['the largest remainder is rounded up', { a: 0.5, b: 0.3, c: 0.2 }, 7, { a: 4, b: 2, c: 1 }],
  // 3.5, 1.75 and 1.75: two remain, for both or for one.
  ['two equal ones before it', { a: 0.5, b: 0.25, c: 0.25 }, 7, { a: 3, b: 2, c: 2 }],
  ['a tie between them', { a: 1 / 3, b: 1 / 3, c: 1 / 3 }, 10, { a: 3, b: 3, c: 3 }],
  ['or all up where that is nearer', { a: 1 / 3, b: 1 / 3, c: 1 / 3 }, 11, { a: 4, b: 4, c: 4 }],
  ['half of a pair is near enough', { a: 0.5, b: 0.5 }, 7, { a: 4, b: 4 }],
  ['nothing is below one, at the cost of the others', { a: 0.999, b: 0.001 }, 10, { a: 9, b: 1 }],
  ['a whole value stays', { a: 0.7, b: 0.3 }, 10, { a: 7, b: 3 }],
  ['rounding errors of steps are none', { a: 0.1 + 0.2, b: 0.7 }, 10, { a: 3, b: 7 }],
])('%s', (_, fractions, total, weights) => {
  expect(toXenWeights(fractions, total)).toEqual(weights)
})
