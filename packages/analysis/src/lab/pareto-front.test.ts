import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markParetoFront } from './pareto-front.ts'

const bySeed = (values: readonly number[]) =>
  new Map(values.map((value, index) => [index + 1, value]))
/** Five seeds, each with the same effect on every point. */
const luck = [-2, -1, 0, 1, 2]
const point = (mean: number, fairness: number) => ({
  means: bySeed(luck.map((each) => mean + each)),
  fairness: bySeed(luck.map((each) => fairness + each / 1000)),
})
const front = (points: Parameters<typeof markParetoFront>[0]) =>
  markParetoFront(points).map(({ pareto }) => pareto)
const tied = (points: Parameters<typeof markParetoFront>[0]) =>
  markParetoFront(points).map(({ tiedForSoonest }) => tiedForSoonest)

describe('markParetoFront', () => {
  it('keeps variants that are faster or fairer than all others, by their differences seed by seed', () => {
    const points = [point(10, 0.9), point(11, 0.99), point(11, 0.95), point(12, 0.99)]
    expect(front(points)).toEqual([true, true, false, false])
    expect(tied(points)).toEqual([true, false, false, false])
  })

  it('drops nothing for a difference that may be chance', () => {
    // The same three means in another order: 11.7 ms on average, but each seed differs by 10 ms or
    // more.
    const noisy = (...means: number[]) => ({ ...point(0, 1), means: bySeed(means) })
    const points = [
      noisy(13.9, 5.1, 16.2, 9, 12),
      noisy(5.5, 16, 13, 13, 9.5),
      noisy(16, 13.5, 5, 9, 13),
    ]
    expect(front(points)).toEqual([true, true, true])
    expect(tied(points)).toEqual([true, true, true])
  })

  it('does not drop a variant that may be fairer for one that is faster', () => {
    const fast = { ...point(10, 0), fairness: bySeed([0.9, 0.99, 0.95, 0.9, 0.97]) }
    expect(front([fast, point(20, 0.94)])).toEqual([true, true])
  })

  it('ignores a thousandth less fairness', () => {
    expect(front([point(10, 0.9995), point(20, 0.9999)])).toEqual([true, false])
  })

  it('demands more evidence where more points are compared', () => {
    const slightly = { ...point(0, 1), means: bySeed([7.5, 8, 8.5, 10.4, 10.6]) }
    const others = (count: number) => Array.from({ length: count }, () => point(10, 1))
    expect(tied([slightly, ...others(1)])).toEqual([true, false])
    expect(tied([slightly, ...others(19)])).toEqual(Array(20).fill(true))
  })

  it('keeps equal points together, and leaves out unknown ones', () => {
    const nothing = new Map<number, number>()
    const points = [
      point(10, 1),
      point(10, 1),
      { ...point(0, 1), means: nothing },
      { ...point(5, 1), fairness: nothing },
    ]
    expect(front(points)).toEqual([true, true, false, false])
  })

  it('is never empty, whatever the runs', () => {
    const values = (max: number) =>
      fc.array(fc.integer({ min: 1, max }), { minLength: 3, maxLength: 3 }).map(bySeed)
    const drawn = fc.record({ means: values(20), fairness: values(4) })
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 6 }), (points) => {
        expect(front(points)).toContain(true)
        expect(tied(points)).toContain(true)
      }),
      { seed: 7 },
    )
  })
})
