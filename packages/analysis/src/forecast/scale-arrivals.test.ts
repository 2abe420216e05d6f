import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleArrivals } from './scale-arrivals.ts'

const HORIZON = 300

/** A Poisson stream whose rate triples in its second half. */
const growing = (() => {
  const times: number[] = []
  for (let at = 0, k = 1; ; k++) {
    at -= Math.log(1 - ((k * 0.754_877_666) % 1)) / (at < HORIZON / 2 ? 20 : 60)
    if (at >= HORIZON) return Float64Array.from(times)
    times.push(at)
  }
})()
const countBefore = (times: Float64Array, end: number) => times.filter((at) => at < end).length

/** Variance-to-mean ratio of the counts per second: 1 for Poisson, at any load. */
function dispersion(times: Float64Array, from: number, to: number): number {
  const counts = Array.from({ length: to - from }, () => 0)
  for (const at of times) if (at >= from && at < to) counts[Math.floor(at) - from]!++
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length / mean
}

/** It compares bytes, because comparing tens of thousands of numbers one by one takes seconds. */
function isSame(one: Float64Array, other: Float64Array): boolean {
  return Buffer.from(one.buffer).equals(Buffer.from(other.buffer))
}

describe('scaleArrivals', () => {
  it('returns the recording unchanged for factor 1', () => {
    expect(isSame(scaleArrivals(growing, 1, HORIZON), growing)).toBe(true)
  })

  it('gives the requested number of requests, ascending, within the horizon, the same each time', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 6, noNaN: true }), (factor) => {
        const scaled = scaleArrivals(growing, factor, HORIZON)
        expect(isSame(scaled, scaleArrivals(growing, factor, HORIZON))).toBe(true)
        // Five standard deviations of the randomly drawn part.
        const drawn = 5 * Math.sqrt(growing.length / 4)
        expect(Math.abs(scaled.length - factor * growing.length)).toBeLessThan(drawn)
        expect(isSame(scaled, scaled.toSorted())).toBe(true)
        expect(scaled[0]).toBeGreaterThanOrEqual(0)
        expect(scaled.at(-1)).toBeLessThan(HORIZON)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps recorded arrival times when there are fewer requests', () => {
    const recorded = new Set(growing)
    expect(scaleArrivals(growing, 0.4, HORIZON).every((at) => recorded.has(at))).toBe(true)
  })

  it.each([0.5, 1.3, 2, 3.5])('keeps quiet times quiet and bursts bursty at ×%d', (factor) => {
    const scaled = scaleArrivals(growing, factor, HORIZON)
    const half = HORIZON / 2
    expect(countBefore(scaled, half) / scaled.length).toBeCloseTo(
      countBefore(growing, half) / growing.length,
      1,
    )
    // The range stays clear of the change in load, because shifted copies cross it.
    expect(dispersion(scaled, 40, 140)).toBeLessThan(2 * dispersion(growing, 40, 140))
    expect(dispersion(scaled, 40, 140)).toBeGreaterThan(0.5 * dispersion(growing, 40, 140))
  })

  it.each([0.5, 0.8, 1.25, 3])('keeps an even spacing even at ×%d', (factor) => {
    const clock = Float64Array.from({ length: 1000 }, (_, index) => 0.1 + index * 0.025)
    const scaled = scaleArrivals(clock, factor, 30)
    expect(Math.abs(scaled.length - 1000 * factor)).toBeLessThan(3)
    for (const [index, at] of scaled.entries()) {
      expect(at).toBeCloseTo(0.1 + (index * 0.025) / factor, 9)
    }
  })

  it('leaves an empty recording and a single request as they are', () => {
    expect(scaleArrivals([], 2, HORIZON)).toEqual(new Float64Array())
    expect(scaleArrivals([5], 2, HORIZON)).toEqual(Float64Array.of(5))
  })
})
