import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toXenWeights } from './to-xen-weights.ts'

test('0.05 of 5120 is 256', () => {
  expect(toXenWeights({ a: 0.05, b: 0.95 }, 5120)).toEqual({ a: 256, b: 4864 })
})

test('adds up, stays within one, keeps whole values and never gives zero', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 600, max: 65535 }), (steps, total) => {
      const sum = steps.reduce((all, step) => all + step, 0)
      const fractions = Object.fromEntries(steps.map((step, index) => [`d${index}`, step / sum]))
      const weights = toXenWeights(fractions, total)
      expect(Object.values(weights).reduce((all, weight) => all + weight, 0)).toBe(total)
      for (const [name, weight] of Object.entries(weights)) {
        const exact = fractions[name]! * total
        expect(weight).toBeGreaterThanOrEqual(1)
        expect(Math.abs(weight - exact)).toBeLessThan(1)
        if (Math.abs(exact - Math.round(exact)) < 1e-9) expect(weight).toBe(Math.round(exact))
      }
    }),
  )
})

test('beyond 65535 is an error that names the domain', () => {
  expect(() => toXenWeights({ a: 0.9, b: 0.1 }, 100000)).toThrow('a would need a weight of 90000')
})
