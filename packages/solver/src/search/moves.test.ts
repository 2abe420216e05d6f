import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { everyAllocation, gridOf, smallGrids } from '../problem/grids.fixture.ts'
import { freeGroups, move } from './moves.ts'

const sized = (size: number) => ({ names: Array.from({ length: size }, (_, each) => `d${each}`) })

test('only groups that are not kept are free', () => {
  const grid = gridOf(5, [{}, { keptSteps: 2 }, {}, { keptSteps: 0.5 }])
  expect(freeGroups(grid)).toEqual([0, 2])
  expect(freeGroups(gridOf(5, [{ keptSteps: 1 }]))).toEqual([])
})

describe('move', () => {
  test('takes one step from the second group and gives it to the first', () => {
    const grid = gridOf(9, [{}, {}, {}])
    expect(move(grid, [2, 3, 4], [0, 2])).toEqual([3, 3, 3])
    expect(move(grid, [2, 3, 4], [2, 0])).toEqual([1, 3, 5])
    expect(move(grid, [2, 3, 4], [0, 2], 3)).toEqual([5, 3, 1])
  })

  test('leaves the allocation that it starts from', () => {
    const allocation = [2, 3]
    move(gridOf(5, [{}, {}]), allocation, [0, 1])
    expect(allocation).toEqual([2, 3])
  })

  test('is null beyond a bound, but not at it', () => {
    const grid = gridOf(9, [{ maxSteps: 4 }, { minSteps: 2 }])
    expect(move(grid, [3, 6], [0, 1])).toEqual([4, 5])
    expect(move(grid, [3, 6], [0, 1], 2)).toBeNull()
    const other = gridOf(9, [{}, { minSteps: 2 }])
    expect(move(other, [6, 3], [0, 1])).toEqual([7, 2])
    expect(move(other, [6, 3], [0, 1], 2)).toBeNull()
    expect(move(other, [7, 2], [0, 1])).toBeNull()
  })

  test.each([
    // A member of the pair gets one step for two of the single domain.
    [2, 1, [5, 6], [6, 4]],
    [1, 2, [5, 6], [7, 5]],
    [2, 2, [5, 6], [6, 5]],
    [3, 2, [5, 6], [7, 3]],
    // Both are even: two steps of four members are four of two.
    [4, 2, [5, 6], [6, 4]],
    [6, 4, [5, 6], [7, 3]],
  ])('between groups of %d and %d, moves the fewest whole steps', (to, from, start, end) => {
    const grid = gridOf(99, [sized(to), sized(from)])
    expect(move(grid, start, [0, 1])).toEqual(end)
    const sum = (allocation: readonly number[]) => to * allocation[0]! + from * allocation[1]!
    expect(sum(end)).toBe(sum(start))
  })

  test('leads to another allocation of the grid, and back', () => {
    const times = fc.integer({ min: 1, max: 3 })
    fc.assert(
      fc.property(smallGrids, fc.nat(), fc.nat(), fc.nat(), times, (grid, at, one, other, by) => {
        const all = everyAllocation(grid)
        const free = freeGroups(grid)
        if (all.length === 0 || free.length < 2) return
        const to = free[one % free.length]!
        const from = free.filter((index) => index !== to)[other % (free.length - 1)]!
        const start = all[at % all.length]!
        const next = move(grid, start, [to, from], by)
        if (!next) return
        expect(all).toContainEqual(next)
        expect(next).not.toEqual(start)
        expect(move(grid, next, [from, to], by)).toEqual(start)
      }),
    )
  })
})
