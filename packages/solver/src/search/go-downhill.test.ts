import { describe, expect, test } from 'vitest'
import { type Grid, productOf } from '../problem/grid.ts'
import { everyAllocation, gridOf } from '../problem/grids.fixture.ts'
import type { JudgedAllocation } from '../problem/judge-allocation.ts'
import { goDownhill } from './go-downhill.ts'
import { move } from './moves.ts'
import { neighbours } from './neighbours.ts'

/** Evaluates by a cost and an excess of the allocation, and counts the evaluations. */
function judging(
  costOf: (allocation: readonly number[]) => number,
  excessOf: (allocation: readonly number[]) => number = () => 0,
) {
  const asked: string[] = []
  const at = (allocation: number[]): JudgedAllocation => ({
    allocation,
    shares: {},
    weights: {},
    roundingError: 0,
    predicted: [],
    value: costOf(allocation),
    cost: costOf(allocation),
    excess: excessOf(allocation),
    softExcess: 0,
  })
  const judge = async (allocation: number[]) => {
    asked.push(allocation.join())
    return at(allocation)
  }
  return { asked, at, judge }
}

/** As far from the goal as possible in one sum, the goal being its only minimum. */
const towards = (goal: readonly number[]) => (allocation: readonly number[]) =>
  1 + allocation.reduce((sum, steps, index) => sum + (steps - goal[index]!) ** 2, 0)

const four = gridOf(40, [{}, {}, {}, {}])
const found = async (
  grid: Grid,
  start: number[],
  tools: ReturnType<typeof judging>,
  hasTargets = false,
) => (await goDownhill(grid, { start: tools.at(start), hasTargets }, tools.judge)).allocation

describe('goDownhill', () => {
  test.each([[[10, 10, 10, 10]], [[1, 1, 1, 37]], [[37, 1, 1, 1]], [[20, 18, 1, 1]]])(
    'reaches the only minimum from %j',
    async (start) => {
      for (const goal of [
        [10, 10, 10, 10],
        [25, 8, 6, 1],
        [2, 4, 30, 4],
      ]) {
        expect(await found(four, start, judging(towards(goal)))).toEqual(goal)
      }
    },
  )

  test('tries far fewer allocations than there are', async () => {
    const tools = judging(towards([25, 8, 6, 1]))
    await found(four, [10, 10, 10, 10], tools)
    expect(new Set(tools.asked).size).toBeLessThan(60)
  })

  test('evaluates allocations of the grid alone, and ends with the best of them', async () => {
    const grid = gridOf(20, [{ maxSteps: 8 }, { minSteps: 4 }, { keptSteps: 3 }, {}])
    const costOf = (allocation: readonly number[]) => productOf(grid, allocation)
    const tools = judging(costOf)
    const end = await found(grid, [1, 4, 3, 15], tools)
    const all = everyAllocation(grid)
    const valid = new Set(all.map(String))
    for (const asked of tools.asked) expect(valid).toContain(asked)
    const least = Math.min(...tools.asked.map((asked) => costOf(asked.split(',').map(Number))))
    expect(costOf(end)).toBe(least)
    expect(costOf(end)).toBeCloseTo(Math.min(...all.map(costOf)), 9)
  })

  test('divides steps among groups of several sizes', async () => {
    const grid = gridOf(30, [{ names: ['a', 'b'] }, {}, { names: ['d', 'e', 'f'] }])
    // Where no single move improves on it.
    const costOf = towards([6, 6, 4])
    const end = await found(grid, [1, 1, 9], judging(costOf))
    for (const next of neighbours(grid, end)) {
      expect(costOf(next)).toBeGreaterThanOrEqual(costOf(end))
    }
    expect(2 * end[0]! + end[1]! + 3 * end[2]!).toBe(30)
  })

  test('never ends worse than it began, with however few evaluations', async () => {
    const costOf = towards([25, 8, 6, 1])
    const start = [1, 1, 1, 37]
    let before = costOf(start)
    for (let most = 0; most <= 90; most += most < 10 ? 1 : 10) {
      const { asked, at, judge } = judging(costOf)
      const limited = async (allocation: number[]) =>
        asked.length < most ? judge(allocation) : null
      const end = await goDownhill(four, { start: at(start), hasTargets: false }, limited)
      expect(asked.length).toBeLessThanOrEqual(most)
      expect(end.cost).toBeLessThanOrEqual(before)
      before = end.cost
    }
    expect(before).toBe(1)
  })

  test('first asks for the slope of each group, by moves from the one that has most', async () => {
    const tools = judging(() => 1)
    await found(four, [1, 37, 1, 1], tools)
    // A stride of half the average steps; then of half of that, and so on.
    expect(tools.asked.slice(0, 6)).toEqual([
      '6,32,1,1',
      '1,32,6,1',
      '1,32,1,6',
      '3,35,1,1',
      '1,35,3,1',
      '1,35,1,3',
    ])
  })

  test('then tries the steepest move first, and each group in one move at most', async () => {
    const price = [5, 1, 3, -1]
    const costOf = (allocation: readonly number[]) =>
      200 + allocation.reduce((sum, steps, index) => sum + steps * price[index]!, 0)
    const tools = judging(costOf)
    await found(four, [10, 10, 10, 10], tools)
    expect(tools.asked.slice(0, 5)).toEqual([
      '5,15,10,10',
      '5,10,15,10',
      '5,10,10,15',
      // From the dearest to the cheapest, then between the other two.
      '5,10,10,15',
      '5,15,5,15',
    ])
  })

  test('where a group cannot take more, its slope is that of giving', async () => {
    const grid = gridOf(20, [{ maxSteps: 4 }, {}, {}])
    const tools = judging(towards([1, 9, 10]))
    expect(await found(grid, [4, 8, 8], tools)).toEqual([1, 9, 10])
    expect(tools.asked[0]).toBe('1,11,8')
  })

  test('a step that ends the excess outweighs any cost', async () => {
    // The second group keeps its target from eight steps on, at a cost.
    const excessOf = (allocation: readonly number[]) => (allocation[1]! >= 8 ? 0 : 1)
    const costOf = (allocation: readonly number[]) => 10 + 3 * allocation[1]! - allocation[2]!
    const end = await found(gridOf(18, [{}, {}, {}]), [6, 6, 6], judging(costOf, excessOf))
    expect(end[1]).toBeGreaterThanOrEqual(8)
  })

  test('a single group has nothing to divide', async () => {
    const tools = judging(() => 1)
    expect(await found(gridOf(9, [{}, { keptSteps: 4 }]), [9, 4], tools)).toEqual([9, 4])
    expect(tools.asked).toEqual([])
  })

  test('where nothing helps, stays', async () => {
    const tools = judging(() => 1)
    expect(await found(four, [10, 10, 10, 10], tools)).toEqual([10, 10, 10, 10])
  })

  test('first lowers the excess over the targets, then the cost', async () => {
    const excessOf = ([first]: readonly number[]) => Math.max(0, 20 - first!) / 20
    const tools = judging(towards([5, 25, 5, 5]), excessOf)
    const end = await found(four, [10, 10, 10, 10], tools, true)
    // Twenty for the first; of the rest, as near to the goal as possible.
    expect(end[0]).toBe(20)
    expect(end[1]).toBeGreaterThan(10)
    expect(towards([5, 25, 5, 5])(end)).toBeLessThan(towards([5, 25, 5, 5])([20, 7, 7, 6]))
  })

  test('with targets, tries the neighbours where slopes lead no further', async () => {
    // The slopes from [3, 3, 3] are flat; only the step from the second to the first is better.
    const grid = gridOf(9, [{}, {}, {}])
    const better = move(grid, [3, 3, 3], [0, 1])!.join()
    const costOf = (allocation: readonly number[]) => (allocation.join() === better ? 1 : 2)
    expect(await found(grid, [3, 3, 3], judging(costOf), true)).toEqual([4, 2, 3])
  })

  test('tries no more than a hundred neighbours', async () => {
    const many = gridOf(60, Array(20).fill({}))
    const start = Array(20).fill(3)
    const slopesOnly = judging(() => 1)
    await found(many, start, slopesOnly)
    const all = judging(() => 1)
    await found(many, start, all, true)
    expect(all.asked.length - slopesOnly.asked.length).toBe(100)
  })
})
