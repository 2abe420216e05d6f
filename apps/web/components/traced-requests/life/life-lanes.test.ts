import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partOf } from './life-lanes.tsx'

it('lies within the life, and is as wide as asked for where that is possible', () => {
  const time = fc.double({ min: -1000, max: 2000, noNaN: true })
  fc.assert(
    fc.property(time, time, fc.double({ min: 1, max: 1000, noNaN: true }), (one, other, ms) => {
      const asked = { from: Math.min(one, other), to: Math.max(one, other) }
      const { from, to } = partOf(asked, ms)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(ms + 1e-9)
      expect(to - from).toBeCloseTo(Math.min(ms, Math.max(0.1, asked.to - asked.from)), 6)
    }),
  )
})
