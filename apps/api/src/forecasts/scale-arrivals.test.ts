import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleArrivals } from './scale-arrivals.ts'

const recordings = fc
  .array(fc.double({ min: 0, max: 99.999, noNaN: true }), { minLength: 1, maxLength: 200 })
  .map((times) => Float64Array.from(times).sort())

describe('scaleArrivals', () => {
  it('gives back what was recorded for factor 1', () => {
    fc.assert(
      fc.property(recordings, (times) => {
        expect(scaleArrivals(times, 1, 100)).toEqual(times)
      }),
    )
  })

  it('gives whole multiples of the requests, ascending, within the horizon', () => {
    fc.assert(
      fc.property(recordings, fc.integer({ min: 2, max: 25 }), (times, factor) => {
        const scaled = scaleArrivals(times, factor, 100)
        expect(scaled).toHaveLength(times.length * factor)
        expect(scaled).toEqual(Float64Array.from(scaled).sort())
        expect(scaled.at(-1)).toBeLessThan(100)
      }),
    )
  })

  it('stretches the gaps of less load, and shrinks those of more', () => {
    const times = Float64Array.of(0, 1, 3, 6)
    expect([...scaleArrivals(times, 0.5, 10)]).toEqual([0, 2, 6])
    expect([...scaleArrivals(times, 1.5, 9)]).toEqual(
      [0, 1, 3, 6].flatMap((t) => t / 1.5).concat([9, 10, 12].map((t) => t / 1.5)),
    )
  })
})
