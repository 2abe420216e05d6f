import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ordered, valueUnder } from './drag-span.ts'

const box = { left: 100, width: 500 }
const inset = { left: 46, right: 16 }
const axis = { from: 1_000, to: 2_000 }

it('finds the ends of the axis at the ends of the plot, and its middle between them', () => {
  expect(valueUnder(146, box, inset, axis)).toBe(1_000)
  expect(valueUnder(584, box, inset, axis)).toBe(2_000)
  expect(valueUnder((146 + 584) / 2, box, inset, axis)).toBe(1_500)
})

it('stays on the axis and rises from left to right, wherever the pointer is', () => {
  const anywhere = fc.integer({ min: -5_000, max: 5_000 })
  fc.assert(
    fc.property(anywhere, anywhere, (a, b) => {
      const { from, to } = ordered({ from: a, to: b })
      const [low, high] = [from, to].map((x) => valueUnder(x, box, inset, axis)) as [number, number]
      expect(low).toBeLessThanOrEqual(high)
      expect(low).toBeGreaterThanOrEqual(axis.from)
      expect(high).toBeLessThanOrEqual(axis.to)
    }),
  )
})
