import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markParetoFront } from './pareto-front.ts'

const front = (points: Parameters<typeof markParetoFront>[0]) =>
  markParetoFront(points).map(({ pareto }) => pareto)

describe('markParetoFront', () => {
  it('keeps what is faster or fairer than everything else', () => {
    expect(
      front([
        { meanMs: 10, fairness: 0.9 },
        { meanMs: 20, fairness: 0.99 },
        { meanMs: 20, fairness: 0.95 },
        { meanMs: 25, fairness: 0.99 },
      ]),
    ).toEqual([true, true, false, false])
  })

  it('does not take chance for fairness', () => {
    expect(
      front([
        { meanMs: 10, fairness: 0.9995 },
        { meanMs: 20, fairness: 0.9999 },
      ]),
    ).toEqual([true, false])
  })

  it('keeps equal points together, and what is not known out', () => {
    expect(
      front([
        { meanMs: 10, fairness: 1 },
        { meanMs: 10, fairness: 1 },
        { meanMs: null, fairness: 1 },
        { meanMs: 5, fairness: null },
      ]),
    ).toEqual([true, true, false, false])
  })

  it('is never empty, and holds the fastest and the fairest', () => {
    const point = fc.record({
      meanMs: fc.integer({ min: 1, max: 20 }),
      fairness: fc.integer({ min: 0, max: 20 }),
    })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const kept = markParetoFront(points).filter(({ pareto }) => pareto)
        const best = (of: typeof points) => ({
          fastest: Math.min(...of.map(({ meanMs }) => meanMs)),
          fairest: Math.max(...of.map(({ fairness }) => fairness)),
        })
        expect(best(kept)).toEqual(best(points))
      }),
    )
  })
})
