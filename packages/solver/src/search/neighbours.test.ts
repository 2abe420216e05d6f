import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { between, everyAllocation, gridOf, smallGrids } from '../problem/grids.fixture.ts'
import { neighbours, snap } from './neighbours.ts'

describe('neighbours', () => {
  test('are all moves of a step from one domain to another', () => {
    expect([...neighbours(gridOf(7, [{}, {}, {}]), [1, 2, 4])]).toEqual([
      // To the first, from the second and the third.
      [2, 1, 4],
      [2, 2, 3],
      [1, 3, 3],
      [1, 1, 5],
    ])
  })

  test('move no kept domain', () => {
    const grid = gridOf(6, [{}, { keptSteps: 3 }, {}])
    expect([...neighbours(grid, [3, 3, 3])]).toEqual([
      [4, 3, 2],
      [2, 3, 4],
    ])
  })

  test('of one alone, there are none', () => {
    expect([...neighbours(gridOf(3, [{}, { keptSteps: 2 }]), [3, 2])]).toEqual([])
  })

  test('are allocations at the least distance, among groups of one size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 5, max: 9 }),
        fc.nat(),
        (n, steps, at) => {
          const grid = gridOf(steps, Array(n).fill({ maxSteps: 4 }))
          const all = everyAllocation(grid)
          fc.pre(all.length > 0)
          const start = all[at % all.length]!
          const near = all.filter(
            (each) =>
              each.reduce((sum, own, index) => sum + Math.abs(own - start[index]!), 0) === 2,
          )
          const found = [...neighbours(grid, start)].map(String)
          expect(found.toSorted()).toEqual(near.map(String).toSorted())
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('snap', () => {
  test('returns the allocation of these weights where the grid holds it, at any scale', () => {
    const grid = gridOf(10, [{}, {}, {}])
    expect(snap(grid, { a: 512, b: 256, c: 512 })).toEqual([4, 2, 4])
    expect(snap(grid, { a: 0.2, b: 0.7, c: 0.1 })).toEqual([2, 7, 1])
  })

  test('respects the bounds', () => {
    const grid = gridOf(10, [{ maxSteps: 3 }, { minSteps: 4 }, {}])
    expect(snap(grid, { a: 8, b: 1, c: 1 })).toEqual([3, 4, 3])
  })

  test('leaves kept domains out of the sum', () => {
    const grid = gridOf(10, [{}, { keptSteps: 7.5 }, {}])
    expect(snap(grid, { a: 300, b: 9000, c: 200 })).toEqual([6, 7.5, 4])
  })

  test('members of a group share the sum of their weights', () => {
    const grid = gridOf(10, [{ names: ['a', 'b'] }, {}])
    const weights = { a: 500, b: 100, B: 0 }
    expect(
      snap(
        { ...grid, groups: [grid.groups[0]!, { ...grid.groups[1]!, names: ['c'] }] },
        {
          ...weights,
          c: 400,
        },
      ),
    ).toEqual([3, 4])
  })

  test('no allocation is nearer, by the squares of each domain', () => {
    const parts = fc.array(between(0.02, 1), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(smallGrids, parts, (grid, drawn) => {
        const all = everyAllocation(grid)
        fc.pre(all.length > 0)
        const free = grid.groups.filter(({ keptSteps }) => keptSteps === null)
        const partOf = new Map(free.map((group, index) => [group, drawn[index]!]))
        const whole = free.reduce((sum, group) => sum + partOf.get(group)! * group.names.length, 0)
        const weights = Object.fromEntries(
          grid.groups.flatMap((group) =>
            group.names.map((name) => [name, 1000 * (partOf.get(group) ?? 5)]),
          ),
        )
        const distance = (allocation: readonly number[]) =>
          grid.groups.reduce((sum, group, index) => {
            const part = partOf.get(group)
            if (part === undefined) return sum
            return (
              sum + group.names.length * (allocation[index]! - (part / whole) * grid.steps) ** 2
            )
          }, 0)
        const nearest = Math.min(...all.map(distance))
        const found = snap(grid, weights)
        expect(all).toContainEqual(found)
        expect(distance(found)).toBeCloseTo(nearest, 9)
      }),
      { numRuns: 60 },
    )
  })
})
