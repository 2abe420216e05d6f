import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Sketch } from './sketch.ts'

const seconds = fc.oneof(
  fc.constant(0),
  // Evenly spread over the orders of magnitude, from a nanosecond to a day.
  fc.double({ min: Math.log(1e-9), max: Math.log(86_400), noNaN: true }).map(Math.exp),
)
const durations = fc.array(seconds, { maxLength: 300 })
const some = fc.array(seconds, { minLength: 1, maxLength: 300 })

function sketchOf(values: readonly number[]): Sketch {
  const sketch = new Sketch()
  for (const value of values) sketch.add(value)
  return sketch
}

describe('a sketch', () => {
  it('gives every quantile within 1 % of the exact order statistic', () => {
    fc.assert(
      fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
        const exact = [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))]!
        const found = sketchOf(values).quantile(q)
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.0101 * exact + 1e-9)
      }),
    )
  })

  it('of stored parts is the sketch of the union, in any order', () => {
    fc.assert(
      fc.property(fc.array(durations, { maxLength: 6 }), (parts) => {
        const texts = parts.map((part) => sketchOf(part).toText())
        const union = sketchOf(parts.flat())
        const merged = new Sketch()
        for (const part of parts) merged.merge(sketchOf(part))
        expect(Sketch.ofTexts(texts).toText()).toBe(union.toText())
        expect(Sketch.ofTexts(texts.reverse()).toText()).toBe(union.toText())
        expect(merged.toText()).toBe(union.toText())
        expect(Sketch.ofTexts(texts).count).toBe(parts.flat().length)
      }),
    )
  })

  it('survives the way through JSON', () => {
    fc.assert(
      fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
        const sketch = sketchOf(values)
        const stored: string = JSON.parse(JSON.stringify(sketch.toText()))
        expect(Sketch.ofTexts([stored]).quantile(q)).toBe(sketch.quantile(q))
      }),
    )
  })

  it('is written as distances and counts', () => {
    const sketch = new Sketch()
    sketch.add(0, 7)
    sketch.add(0.01, 2)
    sketch.add(0.0102, 5)
    sketch.add(0.0108)
    expect(sketch.toText()).toBe('0:7,1152:2,5,3:')
    expect(new Sketch().toText()).toBe('')
  })

  it('takes little room in a row, and never more than its bins', () => {
    const oneWindow = sketchOf(
      Array.from({ length: 1000 }, (_, i) => -0.02 * Math.log(1 - (i + 0.5) / 1000)),
    )
    expect(oneWindow.toText().length).toBeLessThan(1000)
    const everything = new Sketch()
    for (let value = 1e-9; value < 86_400; value *= 1.001) everything.add(value, 1000)
    expect(everything.toText().length).toBeLessThan(1620 * 6)
  })

  it('has no quantile and no bins without durations', () => {
    expect(new Sketch().quantile(0.5)).toBeNaN()
    expect(new Sketch().distribution(40)).toEqual([])
    expect(Sketch.ofTexts(['', '']).count).toBe(0)
  })
})

describe('the distribution', () => {
  it('counts every duration once, in adjacent bins of equal width on a logarithmic axis', () => {
    const positive = fc.array(
      seconds.filter((value) => value > 1e-9),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(positive, fc.integer({ min: 1, max: 60 }), (values, maxBins) => {
        const bins = sketchOf(values).distribution(maxBins)
        expect(bins.length).toBeLessThanOrEqual(maxBins)
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
        const ratio = bins[0]!.toSeconds / bins[0]!.fromSeconds
        for (const [index, { fromSeconds, toSeconds, count }] of bins.entries()) {
          expect(toSeconds / fromSeconds / ratio).toBeCloseTo(1, 6)
          if (index > 0) expect(fromSeconds / bins[index - 1]!.toSeconds).toBeCloseTo(1, 9)
          const inside = values.filter(
            (value) => value > fromSeconds * (1 + 1e-9) && value < toSeconds * (1 - 1e-9),
          )
          expect(count).toBeGreaterThanOrEqual(inside.length)
        }
      }),
    )
  })

  it('puts durations that are too short to tell into a bin of their own', () => {
    const bins = sketchOf([0, 0, 0.02]).distribution(10)
    expect(bins).toHaveLength(2)
    expect(bins[0]).toEqual({ fromSeconds: 0, toSeconds: 1e-9, count: 2 })
    expect(bins[1]!.count).toBe(1)
    expect(bins[1]!.fromSeconds).toBeLessThan(0.02)
    expect(bins[1]!.toSeconds).toBeGreaterThan(0.02)
  })
})
