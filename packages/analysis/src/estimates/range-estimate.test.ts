import { ESTIMATORS, type HostLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import type { LoadLevel } from '../load/load-levels.ts'
import { chanceSpread, estimateLevels, percentileOf } from './range-estimate.ts'

const weights = { 'Domain-0': 256, vm1: 256 }

/** A single domain is M/M/1: R = x / (1 - rho). */
function levelOf(rate: number, seconds: number): LoadLevel {
  const load: HostLoad = {
    domains: [{ name: 'vm1', arrivalRatePerSecond: rate, serviceTimeSeconds: 0.01 }],
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
  return { load, seconds }
}
const estimate = (levels: LoadLevel[]) =>
  estimateLevels(ESTIMATORS.sdps, levels, weights).get('vm1')!

describe('an estimate over levels of load', () => {
  it('is that of the level where there is only one', () => {
    expect(estimate([levelOf(50, 60)]).responseTimeSeconds).toBeCloseTo(0.02, 9)
  })

  it('weighs each level by its requests instead of averaging the load', () => {
    // 50 requests a second take 20 ms and 90 take 100 ms, so the weights are 50/140 and 90/140.
    const { responseTimeSeconds, breakdown } = estimate([levelOf(50, 60), levelOf(90, 60)])
    expect(responseTimeSeconds).toBeCloseTo((50 * 0.02 + 90 * 0.1) / 140, 9)
    expect(responseTimeSeconds).toBeGreaterThan(1.9 * (0.01 / (1 - 0.7)))
    const parts = Object.values(breakdown!)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(responseTimeSeconds!, 9)
  })

  it('does not exist where the busiest level has none, and gives the reason', () => {
    const { responseTimeSeconds, levels, reasons } = estimate([levelOf(50, 60), levelOf(120, 60)])
    expect([responseTimeSeconds, levels]).toEqual([null, []])
    expect(reasons[0]!.code).toMatch(/saturated/)
  })
})

describe('percentileOf', () => {
  it('is that of an exponential distribution where there is one level', () => {
    expect(percentileOf([{ level: 0, share: 1, seconds: 0.1 }], 0.95)).toBeCloseTo(
      0.1 * Math.log(20),
      9,
    )
    expect(percentileOf([{ level: 0, share: 1, seconds: 0.1 }], 0.99)).toBeCloseTo(
      0.1 * Math.log(100),
      9,
    )
    expect(percentileOf([], 0.95)).toBeNull()
  })

  it.each([0.95, 0.99])('exceeds all but the rest of a mixture at %f', (fraction) => {
    const levels = [
      { level: 0, share: 0.7, seconds: 0.01 },
      { level: 1, share: 0.3, seconds: 0.2 },
    ]
    const seconds = percentileOf(levels, fraction)!
    const above = levels.reduce(
      (sum, { share, seconds: mean }) => sum + share * Math.exp(-seconds / mean),
      0,
    )
    expect(above).toBeCloseTo(1 - fraction, 9)
  })
})

describe('chanceSpread', () => {
  it('shrinks with the square root of the time, and grows with the load', () => {
    const spread = (rate: number, seconds: number) => {
      const levels = [levelOf(rate, seconds)]
      return chanceSpread(levels, estimate(levels).levels)
    }
    expect(spread(90, 30) / spread(90, 120)).toBeCloseTo(2, 9)
    expect(spread(90, 30)).toBeGreaterThan(3 * spread(60, 30))
  })
})
