import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations, countAllocations } from './allocations.ts'
import { everyAllocation, gridOf, smallGrids } from './grids.fixture.ts'

describe('allocations', () => {
  test('divides four steps among three domains, the first with the fewest first', () => {
    expect([...allocations(gridOf(4, [{}, {}, {}]))]).toEqual([
      [1, 1, 2],
      [1, 2, 1],
      [2, 1, 1],
    ])
  })

  test('gives every member of a group its steps, so a pair takes twice as many', () => {
    const grid = gridOf(7, [{ names: ['a', 'b'] }, {}])
    expect([...allocations(grid)]).toEqual([
      [1, 5],
      [2, 3],
      [3, 1],
    ])
  })

  test('a kept domain holds its steps, whole or not, and takes none', () => {
    const grid = gridOf(3, [{}, { keptSteps: 2.5 }, {}])
    expect([...allocations(grid)]).toEqual([
      [1, 2.5, 2],
      [2, 2.5, 1],
    ])
  })

  test('stays within both bounds, the bounds included', () => {
    const grid = gridOf(6, [{ minSteps: 2, maxSteps: 3 }, {}])
    expect([...allocations(grid)]).toEqual([
      [2, 4],
      [3, 3],
    ])
    expect([...allocations(gridOf(5, [{ minSteps: 5, maxSteps: 5 }]))]).toEqual([[5]])
  })

  test.each([
    ['least steps beyond the grid', gridOf(4, [{ minSteps: 3 }, { minSteps: 2 }])],
    ['most steps below the grid', gridOf(9, [{ maxSteps: 4 }, { maxSteps: 4 }])],
    ['a pair and an odd number', gridOf(5, [{ names: ['a', 'b'] }])],
    ['least above most', gridOf(5, [{ minSteps: 4, maxSteps: 3 }, {}])],
  ])('has none with %s', (_, grid) => {
    expect([...allocations(grid)]).toEqual([])
    expect(countAllocations(grid)).toBe(0)
  })

  test('lists all combinations of steps that use up the grid, each once', () => {
    fc.assert(
      fc.property(smallGrids, (grid) => {
        expect([...allocations(grid)]).toEqual(everyAllocation(grid))
      }),
    )
  })
})

describe('countAllocations', () => {
  test('equals the number of combinations', () => {
    fc.assert(
      fc.property(smallGrids, (grid) => {
        expect(countAllocations(grid)).toBe(everyAllocation(grid).length)
      }),
    )
  })

  /** C(n, k) as a product. */
  const choose = (n: number, k: number) => {
    let product = 1
    for (let each = 1; each <= k; each++) product *= (n - k + each) / each
    return product
  }

  test.each([
    [20, 3, 171],
    [20, 6, 11_628],
    [20, 12, 75_582],
  ])(
    '%d steps among %d domains: the compositions, C(steps - 1, domains - 1)',
    (steps, domains, count) => {
      expect(choose(steps - 1, domains - 1)).toBeCloseTo(count, 6)
      expect(countAllocations(gridOf(steps, Array(domains).fill({})))).toBe(count)
    },
  )

  test('counts 10^18 allocations without listing them', () => {
    const count = countAllocations(gridOf(64, Array(32).fill({})))
    expect(count / choose(63, 31)).toBeCloseTo(1, 9)
  })

  test('does not depend on the order of the groups', () => {
    fc.assert(
      fc.property(smallGrids, (grid) => {
        const turned = { ...grid, groups: grid.groups.toReversed() }
        expect(countAllocations(turned)).toBe(countAllocations(grid))
      }),
    )
  })
})
