import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { poolMoments } from './pool-stats.ts'

const momentsOf = (values: readonly number[]) => {
  const meanSeconds = values.reduce((a, b) => a + b, 0) / values.length
  const varianceSeconds2 =
    values.reduce((sum, value) => sum + (value - meanSeconds) ** 2, 0) / values.length
  return { count: values.length, meanSeconds, varianceSeconds2 }
}

describe('poolMoments', () => {
  it('is null for no parts', () => {
    expect(poolMoments([])).toBeNull()
    expect(poolMoments([{ count: 0, meanSeconds: 1, varianceSeconds2: 1 }])).toBeNull()
  })

  it('gives the moments of the whole from those of the parts', () => {
    const part = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const whole = momentsOf(parts.flat())
        const pooled = poolMoments(parts.map(momentsOf))!
        expect(pooled.count).toBe(whole.count)
        expect(pooled.meanSeconds).toBeCloseTo(whole.meanSeconds, 6)
        expect(pooled.varianceSeconds2).toBeCloseTo(whole.varianceSeconds2, 5)
      }),
    )
  })
})
