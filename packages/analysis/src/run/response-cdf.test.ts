import { describe, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { cdfGridSeconds, thinCdf } from './response-cdf.ts'

const grid = cdfGridSeconds(exampleLoad().load)
const cdfOf = (fractionAt: (ms: number) => number) =>
  thinCdf(grid.map((seconds) => ({ seconds, fraction: fractionAt(1000 * seconds) })))

/** Linear interpolation between the points, as a chart draws them. */
function drawn(cdf: ReturnType<typeof cdfOf>, ms: number): number {
  const after = cdf.findIndex((point) => 1000 * point.seconds >= ms)
  const [a, b] = [cdf[after - 1]!, cdf[after]!]
  const part = (ms / 1000 - a.seconds) / (b.seconds - a.seconds)
  return a.fraction + part * (b.fraction - a.fraction)
}

describe('thinCdf', () => {
  it('draws an exponential distribution within 1 %, with at most 60 points', () => {
    const exact = (ms: number) => 1 - Math.exp(-ms / 50)
    const cdf = cdfOf(exact)
    expect(cdf.length).toBeGreaterThan(40)
    expect(cdf.length).toBeLessThanOrEqual(60)
    for (const ms of [10, 35, 50, 100, 150, 230]) {
      expect(Math.abs(drawn(cdf, ms) - exact(ms))).toBeLessThan(0.01)
    }
  })

  it('runs from the last point at zero to the first at the end, and no further', () => {
    const cdf = cdfOf((ms) => Math.min(1, Math.max(0, (ms - 20) / 100)))
    expect(cdf[0]!.fraction).toBe(0)
    expect(cdf[1]!.fraction).toBeGreaterThan(0)
    expect(cdf.at(-1)!.fraction).toBe(1)
    expect(cdf.filter(({ fraction }) => fraction === 1)).toHaveLength(1)
  })

  it('ends below one where requests were not answered, and is empty where none was', () => {
    expect(cdfOf((ms) => Math.min(0.8, ms / 1000)).at(-1)!.fraction).toBe(0.8)
    expect(cdfOf(() => 0)).toEqual([])
  })
})
