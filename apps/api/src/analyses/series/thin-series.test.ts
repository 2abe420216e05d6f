import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thinSeries } from './thin-series.ts'

const unmarked = () => []
const plain = { heightOf: (value: number | null) => value, marksOf: unmarked }

describe('thinSeries', () => {
  it('leaves a short series as it is', () => {
    expect(thinSeries([3, 1, 2], 20, plain)).toEqual([3, 1, 2])
  })

  it('keeps the order, the limit, the highest and the lowest of any series', () => {
    const series = fc.array(fc.option(fc.double({ noNaN: true, min: 0, max: 1e6 })), {
      minLength: 1,
      maxLength: 500,
    })
    fc.assert(
      fc.property(series, fc.integer({ min: 20, max: 100 }), (values, maxPoints) => {
        const points = values.map((value, at) => ({ at, value }))
        const thinned = thinSeries(points, maxPoints, {
          heightOf: (point) => point.value,
          marksOf: unmarked,
        })
        expect(thinned.length).toBeLessThanOrEqual(Math.max(maxPoints, 0))
        expect(thinned.map((p) => p.at)).toEqual(
          [...thinned.map((p) => p.at)].sort((a, b) => a - b),
        )
        const measured = values.filter((value) => value !== null)
        if (measured.length === 0) return
        const kept = thinned.map((p) => p.value)
        expect(kept).toContain(Math.max(...measured))
        expect(kept).toContain(Math.min(...measured))
      }),
    )
  })

  it('does not fill a gap', () => {
    const points = [...Array(50).fill(1), ...Array(100).fill(null), ...Array(50).fill(2)]
    expect(thinSeries(points, 20, plain)).toContain(null)
  })

  it('keeps every mark that any point of a segment has, within the limit', () => {
    const points = Array.from({ length: 300 }, (_, at) => ({
      at,
      marks: at === 101 ? ['sandpiper', 'sdps'] : at === 211 ? ['sandpiper'] : [],
    }))
    const thinned = thinSeries(points, 20, {
      heightOf: ({ at }) => at,
      marksOf: ({ marks }) => marks,
    })
    expect(thinned.length).toBeLessThanOrEqual(20)
    expect(thinned.filter(({ marks }) => marks.length > 0).map(({ at }) => at)).toEqual([101, 211])
  })
})
