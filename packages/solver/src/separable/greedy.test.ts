import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tightenByTargets } from '../milp/tighten-by-targets.ts'
import { inverseRates, meetsRows, productOf, weightedLoad } from '../problem/grid.ts'
import {
  between,
  everyAllocation,
  gridOf,
  hardGrids,
  smallGrids,
} from '../problem/grids.fixture.ts'
import { exploreHull, greedyOptimum, incumbentOf } from './greedy.ts'

const possible = smallGrids.filter((grid) => everyAllocation(grid).length > 0)
const place = between(0, 0.999)
const pick = <Each>(all: readonly Each[], at: number) => all[Math.floor(at * all.length)]!

describe('greedyOptimum', () => {
  test('equal domains get equal steps', () => {
    expect(greedyOptimum(gridOf(12, [{}, {}, {}]))).toEqual([4, 4, 4])
  })

  test('the square-root rule where the grid holds it: w in proportion to 1 / (lambda sqrt(x))', () => {
    // load = lambda x and inverse rate = 1 / lambda: weights of 1 : 2 : 3 and of 4 : 1.
    const domain = (rate: number, weight: number) => ({
      inverseRate: 1 / rate,
      load: rate / (rate * weight) ** 2,
    })
    expect(greedyOptimum(gridOf(12, [domain(2, 1), domain(1, 2), domain(3, 3)]))).toEqual([2, 4, 6])
    expect(greedyOptimum(gridOf(20, [domain(7, 4), domain(5, 1)]))).toEqual([16, 4])
  })

  test('no allocation has a lower product', () => {
    fc.assert(
      fc.property(possible, (grid) => {
        const least = Math.min(...everyAllocation(grid).map((each) => productOf(grid, each)))
        expect(productOf(grid, greedyOptimum(grid)) / least).toBeCloseTo(1, 8)
      }),
    )
  })

  test('keeps no row, whatever the targets', () => {
    const free = [{ load: 1 }, { load: 0.2 }]
    const optimum = greedyOptimum(gridOf(10, free))
    const tight = free.map((group) => ({ ...group, room: 0.01 }))
    expect(greedyOptimum(gridOf(10, tight))).toEqual(optimum)
  })

  test('returns the known allocation where none is better, and a better one otherwise', () => {
    const grid = gridOf(12, [{ load: 0.3 }, { load: 0.3 }, { load: 0.4 }])
    // The two orders of a tie are as good, so whichever is known stays.
    const optimum = greedyOptimum(grid)
    const product = productOf(grid, optimum)
    for (const known of everyAllocation(grid)) {
      const found = greedyOptimum(grid, known)
      expect(productOf(grid, found)).toBeCloseTo(product, 9)
      if (productOf(grid, known) <= product * (1 + 1e-12)) expect(found).toBe(known)
    }
  })

  test('does not depend on the order of the domains', () => {
    fc.assert(
      fc.property(possible, (grid) => {
        const turned = { ...grid, groups: grid.groups.toReversed() }
        const [one, other] = [greedyOptimum(grid), greedyOptimum(turned)]
        expect(productOf(turned, other) / productOf(grid, one)).toBeCloseTo(1, 8)
      }),
      { numRuns: 40 },
    )
  })
})

test('an incumbent knows its product', () => {
  const grid = gridOf(4, [{ load: 2 }, {}], { ioDelay: 1 })
  expect(incumbentOf(grid, [1, 3])).toEqual({ allocation: [1, 3], product: 6 * (1 + 1 / 3) })
})

describe('exploreHull', () => {
  const explored = (grid: ReturnType<typeof gridOf>, at: number) => {
    const all = everyAllocation(grid)
    const incumbent = incumbentOf(grid, pick(all, at))
    const before = incumbent.product
    return { all, before, incumbent, edge: exploreHull(grid, incumbent) }
  }

  test('the incumbent only ever gets better, and a new one keeps the rows', () => {
    fc.assert(
      fc.property(possible, place, (grid, at) => {
        const { all, before, incumbent } = explored(grid, at)
        expect(all).toContainEqual([...incumbent.allocation])
        expect(productOf(grid, incumbent.allocation)).toBeCloseTo(incumbent.product, 9)
        expect(incumbent.product).toBeLessThanOrEqual(before)
        if (incumbent.product < before) expect(meetsRows(grid, incumbent.allocation)).toBe(true)
      }),
    )
  })

  test('no allocation that keeps the rows is below the edge and the incumbent', () => {
    fc.assert(
      fc.property(possible, place, place, (drawn, at, reach) => {
        const loads = everyAllocation(drawn).map((each) => weightedLoad(drawn, each))
        const greatestLoad = Math.max(...loads) * (0.5 + reach)
        const tightened = tightenByTargets({ ...drawn, greatestLoad })
        if (!tightened) return
        const { grid } = tightened
        const { all, incumbent, edge } = explored(grid, at)
        const kept = all.filter(
          (each) => meetsRows(grid, each) && weightedLoad(grid, each) <= greatestLoad,
        )
        const least = Math.min(...kept.map((each) => productOf(grid, each)))
        const bound = Math.min(incumbent.product, edge?.bound ?? Number.POSITIVE_INFINITY)
        expect(bound).toBeLessThanOrEqual(least * (1 + 1e-8))
        if (edge) expect(edge.bound).toBeLessThan(incumbent.product)
      }),
    )
  })

  test('the ends of an edge are allocations, and the bound is the lower of their products', () => {
    for (const grid of hardGrids) {
      const all = everyAllocation(grid)
      const kept = all.find((each) => meetsRows(grid, each))!
      const edge = exploreHull(grid, incumbentOf(grid, kept))!
      for (const { allocation, s, t } of [edge.left, edge.right]) {
        expect(all).toContainEqual([...allocation])
        expect(s).toBe(weightedLoad(grid, allocation))
        expect(t).toBe(inverseRates(grid, allocation))
      }
      expect(edge.left.s).toBeLessThan(edge.right.s)
      expect(edge.left.t).toBeGreaterThan(edge.right.t)
      const ends = [edge.left, edge.right].map(({ s, t }) => (s + grid.ioDelay) * t)
      expect(edge.bound / Math.min(...ends)).toBeCloseTo(1, 8)
    }
  })

  test('finds no edge where nothing can be better', () => {
    const grid = gridOf(12, [{ load: 0.3 }, { load: 0.3 }, { load: 0.4 }])
    const optimum = incumbentOf(grid, greedyOptimum(grid))
    expect(exploreHull(grid, optimum)).toBeNull()
  })

  test('looks no further than the greatest load', () => {
    // s = 0.6 + 0.9 k and t = 9 / k + 0.1 / (6 - k) at [k, 6 - k]; the row allows [1, 5] alone.
    const grid = gridOf(6, [
      { load: 1, inverseRate: 9 },
      { load: 0.1, inverseRate: 0.1, room: 0.31 },
    ])
    const boundUpTo = (greatestLoad: number) =>
      exploreHull({ ...grid, greatestLoad }, incumbentOf(grid, [1, 5]))?.bound ?? null
    expect(boundUpTo(1.5)).toBeNull()
    // From (1.5, 9.02) to (2.4, 4.525), so t is 6.5228 at s = 2.
    expect(boundUpTo(2)).toBeCloseTo(2 * (9.02 - (0.5 * 4.495) / 0.9), 9)
    expect(boundUpTo(2.4)).toBeCloseTo(2.4 * 4.525, 9)
    expect(boundUpTo(5.1)).toBeCloseTo(4.2 * 2.3, 9)
    expect(boundUpTo(Number.POSITIVE_INFINITY)).toBeCloseTo(4.2 * 2.3, 9)
  })
})
