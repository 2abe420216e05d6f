import { describe, expect, test } from 'vitest'
import { type Grid, meetsRows, totalDelaySeconds } from '../problem/grid.ts'
import { everyAllocation, gridOf, hardGrids } from '../problem/grids.fixture.ts'
import { solveGrid } from './solve-grid.ts'

const limits = { timeLimitSeconds: 60 }

function leastDelay(grid: Grid): number {
  const kept = everyAllocation(grid).filter((each) => meetsRows(grid, each))
  return Math.min(...kept.map((each) => totalDelaySeconds(grid, each)))
}

test('is infeasible where the least shares that the targets need do not fit', async () => {
  const { solveSeconds, ...found } = await solveGrid(gridOf(9, [{ room: 1 }, { room: 1 }]), limits)
  expect(found).toEqual({
    status: 'infeasible',
    engine: 'monotone-bounds',
    allocation: null,
    delaySeconds: null,
    boundSeconds: null,
    binaries: 0,
  })
  expect(solveSeconds).toBeGreaterThanOrEqual(0)
  expect(solveSeconds).toBeLessThan(60)
})

test('takes the optimum without rows where it keeps them', async () => {
  const grid = gridOf(12, [{ room: 3 }, {}, {}], { delayScaleSeconds: 0.1, constantSeconds: 0.5 })
  const found = await solveGrid(grid, limits)
  expect(found).toMatchObject({
    status: 'optimal',
    engine: 'relaxation',
    allocation: [4, 4, 4],
    binaries: 0,
  })
  expect(found.delaySeconds).toBeCloseTo(0.5 + 0.1 * 12 * 0.75, 12)
  expect(found.boundSeconds).toBe(found.delaySeconds)
})

describe('where the rows rule it out', () => {
  test('branch and bound finds the optimum', async () => {
    for (const grid of hardGrids) {
      const found = await solveGrid(grid, limits)
      expect(found).toMatchObject({ status: 'optimal', engine: 'branch-and-bound', binaries: 0 })
      expect(meetsRows(grid, found.allocation!)).toBe(true)
      expect(found.delaySeconds! / leastDelay(grid)).toBeCloseTo(1, 8)
      expect(found.boundSeconds).toBe(found.delaySeconds)
    }
  })

  test('the integer program finds what branch and bound leaves open', async () => {
    for (const grid of hardGrids.slice(0, 4)) {
      for (const mostNodes of [0, 3]) {
        const found = await solveGrid(grid, { ...limits, mostNodes })
        expect(found).toMatchObject({ status: 'optimal', engine: 'milp' })
        expect(meetsRows(grid, found.allocation!, 1e-6)).toBe(true)
        expect(found.delaySeconds! / leastDelay(grid)).toBeCloseTo(1, 6)
        expect(found.boundSeconds).toBe(found.delaySeconds)
        // One for each step of each domain that may still be best.
        expect(found.binaries).toBeGreaterThan(0)
        expect(found.binaries).toBeLessThan(3 * 18)
      }
    }
  })

  test('without time, the best known keeps the rows, and the bound holds', async () => {
    const grid = hardGrids[0]!
    const hurried = { timeLimitSeconds: 0, mostNodes: 0 }
    const found = await solveGrid(grid, hurried)
    expect(meetsRows(grid, found.allocation!, 1e-6)).toBe(true)
    expect(found.boundSeconds!).toBeLessThanOrEqual(leastDelay(grid) * (1 + 1e-9))
    expect(found.delaySeconds!).toBeGreaterThanOrEqual(leastDelay(grid) * (1 - 1e-9))
  })

  test('a known optimum is returned as it is', async () => {
    const grid = hardGrids[2]!
    const least = leastDelay(grid)
    const known = everyAllocation(grid).find(
      (each) => meetsRows(grid, each) && totalDelaySeconds(grid, each) === least,
    )!
    expect((await solveGrid(grid, { ...limits, known })).allocation).toBe(known)
    const program = await solveGrid(grid, { ...limits, known, mostNodes: 0 })
    expect(program.allocation).toEqual(known)
  })

  test('ends with the reason once aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const asked = solveGrid(hardGrids[0]!, { ...limits, mostNodes: 0, signal })
    await expect(asked).rejects.toThrow('enough')
  })
})
