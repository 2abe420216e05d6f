import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meetsRows, weightedLoad } from '../problem/grid.ts'
import { between, everyAllocation, gridOf, smallGrids } from '../problem/grids.fixture.ts'
import { tightenByTargets } from './tighten-by-targets.ts'

const place = between(0.3, 1.2)

describe('tightenByTargets', () => {
  test('finds infeasibility exactly, loses no allocation that keeps the rows, and has one itself', () => {
    const seen = { feasible: 0, infeasible: 0 }
    fc.assert(
      fc.property(smallGrids, place, (drawn, reach) => {
        const loads = everyAllocation(drawn).map((each) => weightedLoad(drawn, each))
        const grid = { ...drawn, greatestLoad: reach * Math.max(0, ...loads) }
        const kept = everyAllocation(grid).filter(
          (each) => meetsRows(grid, each) && weightedLoad(grid, each) <= grid.greatestLoad,
        )
        const found = tightenByTargets(grid)
        seen[kept.length > 0 ? 'feasible' : 'infeasible']++
        expect(found !== null).toBe(kept.length > 0)
        if (!found) return
        const inside = new Set(everyAllocation(found.grid).map(String))
        expect(kept.every((each) => inside.has(String(each)))).toBe(true)
        expect(meetsRows(grid, found.witness)).toBe(true)
        const least = Math.min(...kept.map((each) => weightedLoad(grid, each)))
        expect(weightedLoad(grid, found.witness)).toBeCloseTo(least, 9)
      }),
    )
    expect(seen.feasible).toBeGreaterThan(10)
    expect(seen.infeasible).toBeGreaterThan(10)
  })

  test('is settled: tightening again changes nothing', () => {
    fc.assert(
      fc.property(smallGrids, (grid) => {
        const once = tightenByTargets(grid)
        fc.pre(once !== null)
        expect(tightenByTargets(once!.grid)).toEqual(once)
      }),
      { numRuns: 50 },
    )
  })

  test('without targets, returns the same grid with the allocation of least load', () => {
    const grid = gridOf(6, [{ load: 1 }, { load: 0.5 }])
    const found = tightenByTargets(grid)!
    expect(found.grid).toBe(grid)
    expect(found.witness).toEqual([1, 5])
  })

  test('raised bounds raise the demand, which raises further bounds', () => {
    // s = 2 k_a + k_b: [1, 9] has s = 11, so a needs 11 / 5.2 > 2 steps: [3, 7], s = 13, still 3.
    const { grid, witness } = tightenByTargets(gridOf(10, [{ load: 2, room: 5.2 }, {}]))!
    expect(grid.groups.map(({ minSteps }) => minSteps)).toEqual([3, 1])
    expect(witness).toEqual([3, 7])
    // With room for 4: 11 / 4 = 3 steps, s = 13, so 4; s = 14, still 4.
    const more = tightenByTargets(gridOf(10, [{ load: 2, room: 4 }, {}]))!
    expect(more.grid.groups[0]!.minSteps).toBe(4)
  })

  test('a demand of just a whole number of steps needs no further one', () => {
    const at = (room: number) =>
      tightenByTargets(gridOf(10, [{ room }, {}]))!.grid.groups[0]!.minSteps
    expect(at(5)).toBe(2)
    expect(at(5 * (1 - 1e-10))).toBe(2)
    expect(at(5 * (1 - 1e-8))).toBe(3)
  })

  test.each([0, -1])('a room of %d can be reached by no share', (room) => {
    expect(tightenByTargets(gridOf(10, [{ room }, {}]))).toBeNull()
  })

  test('a kept domain cannot be given more', () => {
    const kept = (room: number) => gridOf(4, [{ keptSteps: 2, load: 0, room }, {}])
    expect(tightenByTargets(kept(2))).not.toBeNull()
    expect(tightenByTargets(kept(2 * (1 - 1e-10)))).not.toBeNull()
    expect(tightenByTargets(kept(2 * (1 - 1e-8)))).toBeNull()
    expect(tightenByTargets(kept(0))).toBeNull()
  })

  test('the I/O of Domain-0 is part of the demand', () => {
    const at = (ioDelay: number) =>
      tightenByTargets(gridOf(10, [{ room: 5 }, {}], { ioDelay }))!.grid.groups[0]!.minSteps
    expect(at(0)).toBe(2)
    expect(at(5)).toBe(3)
    expect(at(5.1)).toBe(4)
  })

  test('a greatest load below the least one leaves nothing', () => {
    expect(tightenByTargets(gridOf(10, [{}, {}], { greatestLoad: 10 }))).not.toBeNull()
    expect(tightenByTargets(gridOf(10, [{}, {}], { greatestLoad: 9.99 }))).toBeNull()
  })

  test('bounds that fit no grid leave nothing', () => {
    expect(tightenByTargets(gridOf(10, [{ minSteps: 6 }, { minSteps: 5 }]))).toBeNull()
  })
})
