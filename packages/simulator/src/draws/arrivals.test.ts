import { Random } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { type Arrivals, arrivalStream } from './arrivals.ts'

function drawn(arrivals: Arrivals, count: number, seed = 1): number[] {
  const next = arrivalStream(arrivals, new Random(seed))
  return Array.from({ length: count }, () => next() / 1e9)
}

function gapsOf(arrivals: Arrivals) {
  const times = drawn(arrivals, 100_000)
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  const mean = times.at(-1)! / times.length
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return { rate: 1 / mean, squaredVariation: variance / mean ** 2, least: Math.min(...gaps) }
}

describe.each<[Arrivals, number]>([
  [{ kind: 'poisson', ratePerSecond: 50 }, 1],
  [{ kind: 'periodic', ratePerSecond: 50 }, 0],
  [{ kind: 'renewal', ratePerSecond: 50, squaredCoefficientOfVariation: 0 }, 0],
  [{ kind: 'renewal', ratePerSecond: 50, squaredCoefficientOfVariation: 0.4 }, 0.4],
  [{ kind: 'renewal', ratePerSecond: 50, squaredCoefficientOfVariation: 4 }, 4],
  // Geometric batches of mean m: the gaps between batches are 1/m of all gaps, so 2 m - 1.
  [{ kind: 'batch', batchesPerSecond: 20, meanBatchSize: 2.5 }, 4],
])('%j', (arrivals, squaredVariation) => {
  test('arrives 50 times a second with the expected spread of gaps, in ascending order', () => {
    const gaps = gapsOf(arrivals)
    expect(gaps.rate / 50).toBeCloseTo(1, 1.5)
    expect(Math.abs(gaps.squaredVariation - squaredVariation)).toBeLessThan(
      0.05 * squaredVariation + 1e-6,
    )
    expect(gaps.least).toBeGreaterThanOrEqual(0)
  })
})

test('two-state arrivals have the mean of both rates and more spread than Poisson', () => {
  const arrivals = {
    kind: 'mmpp',
    ratesPerSecond: [20, 110],
    meanStaySeconds: [2, 1],
  } as const
  const gaps = gapsOf(arrivals)
  expect(Math.abs(gaps.rate / 50 - 1)).toBeLessThan(0.06)
  expect(gaps.squaredVariation).toBeGreaterThan(1.3)
})

describe('recorded times', () => {
  const seconds = [-0.1, 0, 1, 1, 2.5]

  test('are returned unchanged, without those before the start, and then end', () => {
    expect(drawn({ kind: 'times', seconds }, 6)).toEqual([0, 1, 1, 2.5, Infinity, Infinity])
  })

  test('from a log with one-second resolution lie anywhere within their second, in order', () => {
    const whole = Array.from({ length: 1000 }, (_, index) => Math.floor(index / 20))
    const times = drawn({ kind: 'times', seconds: whole, resolutionSeconds: 1 }, 1000)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.map(Math.floor)).toEqual(whole)
    expect(new Set(times).size).toBe(1000)
  })

  test('from an uncertain clock are shifted together, differently in each run', () => {
    const shifts = Array.from({ length: 50 }, (_, seed) => {
      const arrivals: Arrivals = { kind: 'times', seconds: [1, 3], clockUncertaintySeconds: 0.25 }
      const [first, second] = drawn(arrivals, 2, seed)
      expect(second! - first!).toBeCloseTo(2, 8)
      return first! - 1
    })
    expect(Math.max(...shifts)).toBeGreaterThan(0.2)
    expect(Math.min(...shifts)).toBeLessThan(-0.2)
    for (const shift of shifts) expect(Math.abs(shift)).toBeLessThanOrEqual(0.25)
  })
})
