import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mixtureQuantile } from './mixture-quantile.ts'
import { durationOf } from './testing-windows.ts'

const window = durationOf({
  count: 1000,
  minSeconds: 0.001,
  p50Seconds: 0.01,
  p90Seconds: 0.02,
  p95Seconds: 0.05,
  p99Seconds: 0.1,
  maxSeconds: 0.5,
})

describe('mixtureQuantile', () => {
  it('returns the quantiles of a single window', () => {
    expect(mixtureQuantile([window], 0.5)).toBeCloseTo(0.01, 6)
    expect(mixtureQuantile([window], 0.95)).toBeCloseTo(0.05, 6)
    expect(mixtureQuantile([window], 0.99)).toBeCloseTo(0.1, 6)
    expect(mixtureQuantile([window, window], 0.95)).toBeCloseTo(0.05, 6)
  })

  it('weighs windows by their requests', () => {
    // 900 requests take 10 ms and 100 take 1 s, so the 95th percentile is among the slow ones.
    const fast = durationOf({ count: 900, meanSeconds: 0.01 })
    const slow = durationOf({ count: 100, meanSeconds: 1 })
    expect(mixtureQuantile([fast, slow], 0.5)).toBeCloseTo(0.01, 6)
    expect(mixtureQuantile([fast, slow], 0.95)).toBeCloseTo(1, 6)
  })

  it('is null without requests', () => {
    expect(mixtureQuantile([], 0.5)).toBeNull()
    expect(mixtureQuantile([durationOf({ count: 0 })], 0.5)).toBeNull()
  })

  it('lies between the extremes and grows with the fraction', () => {
    const windows = fc.array(
      fc
        .tuple(
          fc.integer({ min: 1, max: 1e6 }),
          fc.array(fc.double({ min: 1e-6, max: 100, noNaN: true }), { minLength: 6, maxLength: 6 }),
        )
        .map(([count, knots]) => {
          const [min, p50, p90, p95, p99, max] = knots.sort((a, b) => a - b) as [
            number,
            number,
            number,
            number,
            number,
            number,
          ]
          return durationOf({
            count,
            minSeconds: min,
            p50Seconds: p50,
            p90Seconds: p90,
            p95Seconds: p95,
            p99Seconds: p99,
            maxSeconds: max,
          })
        }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(windows, (list) => {
        const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => mixtureQuantile(list, share)!)
        expect(p50).toBeLessThanOrEqual(p95! + 1e-9)
        expect(p95).toBeLessThanOrEqual(p99! + 1e-9)
        expect(p50).toBeGreaterThanOrEqual(Math.min(...list.map((s) => s.minSeconds)) - 1e-9)
        expect(p99).toBeLessThanOrEqual(Math.max(...list.map((s) => s.maxSeconds)) + 1e-9)
      }),
    )
  })
})
