import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Grid, meetsRows, productOf } from '../problem/grid.ts'
import { everyAllocation, hardGrids, smallGrids } from '../problem/grids.fixture.ts'
import { branchOnRows } from './branch-on-rows.ts'
import { tightenByTargets } from './tighten-by-targets.ts'

/** The grid tightened by its rows, with the allocations that keep them; null where none does. */
function tightened(whole: Grid) {
  const found = tightenByTargets(whole)
  if (!found) return null
  const kept = everyAllocation(whole).filter((each) => meetsRows(whole, each))
  const least = Math.min(...kept.map((each) => productOf(whole, each)))
  return { ...found, least }
}

const hard = hardGrids.map((grid) => tightened(grid)!)

function expectOptimum({ grid, witness, least }: (typeof hard)[number]) {
  const branched = branchOnRows(grid, witness, 10_000)
  const { allocation, product } = branched.incumbent
  expect(branched.open).toEqual([])
  expect(meetsRows(grid, allocation)).toBe(true)
  expect(product).toBeCloseTo(productOf(grid, allocation), 9)
  expect(product / least).toBeCloseTo(1, 8)
  return branched
}

describe('branchOnRows', () => {
  test('with enough nodes, ends with the optimum and leaves nothing open', () => {
    fc.assert(
      fc.property(smallGrids, (whole) => {
        const found = tightened(whole)
        if (found) expectOptimum(found)
      }),
      { numRuns: 40 },
    )
  })

  test('splits where the rows rule out the ends of an edge, in few parts', () => {
    for (const each of hard) {
      const { nodes } = expectOptimum(each)
      expect(nodes).toBeGreaterThan(4)
      expect(nodes).toBeLessThan(20)
    }
  })

  test('with few nodes, what is open is bounded from below and the incumbent keeps the rows', () => {
    for (const { grid, witness, least } of hard) {
      let before = { product: Number.POSITIVE_INFINITY, bound: 0 }
      for (const most of [0, 1, 2, 3, 5, 9]) {
        const { open, incumbent, nodes } = branchOnRows(grid, witness, most)
        expect(nodes).toBeLessThanOrEqual(most + 1)
        expect(meetsRows(grid, incumbent.allocation)).toBe(true)
        const bound = Math.min(incumbent.product, ...open.map((part) => part.bound))
        expect(bound).toBeLessThanOrEqual(least * (1 + 1e-8))
        // More nodes never make the incumbent worse, nor the bound looser.
        expect(incumbent.product).toBeLessThanOrEqual(before.product)
        expect(bound).toBeGreaterThanOrEqual(before.bound * (1 - 1e-8))
        before = { product: incumbent.product, bound }
        if (most > 1) continue
        // Without a split, the whole grid is open.
        expect(nodes).toBe(1)
        expect(open.map((part) => part.grid)).toEqual([grid])
      }
    }
  })

  test('every better allocation lies in an open part', () => {
    for (const { grid, witness } of hard) {
      const { open, incumbent } = branchOnRows(grid, witness, 3)
      const inside = new Set(open.flatMap((part) => everyAllocation(part.grid).map(String)))
      for (const each of everyAllocation(grid)) {
        if (!meetsRows(grid, each)) continue
        if (productOf(grid, each) >= incumbent.product * (1 - 1e-8)) continue
        expect(inside).toContain(String(each))
      }
    }
  })

  test('with the optimum as witness, returns it', () => {
    for (const { grid, least } of hard) {
      const optimum = everyAllocation(grid).find(
        (each) => meetsRows(grid, each) && productOf(grid, each) <= least * (1 + 1e-12),
      )!
      expect(branchOnRows(grid, optimum, 10_000).incumbent.allocation).toBe(optimum)
    }
  })

  test('a kept domain whose row is missed leaves no choice but less load', () => {
    // s = 12 + k_0 and the kept row allows s <= 15, which no hull point needs to know.
    const { grid } = tightened(keptRow(15))!
    const found = expectOptimum(tightened(keptRow(15))!)
    expect(found.incumbent.allocation).toEqual([3, 9, 1])
    expect(grid.groups[2]!.room).toBe(15)
  })
})

/** s = 2 k_0 + k_1, and the first domain wants most of the steps. */
function keptRow(room: number): Grid {
  const [hardGrid] = hardGrids
  const plain = { ...hardGrid!.groups[0]!, minSteps: 1, maxSteps: 12, room: null, keptSteps: null }
  return {
    ...hardGrid!,
    steps: 12,
    ioDelay: 0,
    groups: [
      { ...plain, load: 2, inverseRate: 9 },
      { ...plain, names: ['vm2'], load: 1, inverseRate: 0.1 },
      { ...plain, names: ['vm3'], load: 0, inverseRate: 0, keptSteps: 1, room },
    ],
  }
}
