import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Grid, meetsRows, totalDelaySeconds } from '../problem/grid.ts'
import { everyAllocation, gridOf, hardGrids, smallGrids } from '../problem/grids.fixture.ts'
import { sensitivityOf } from './sensitivity.ts'

const limits = () => ({ timeLimitSeconds: 60 })
const sharesOf = (allocation: readonly number[]) => ({ first: allocation[0]! })

/** The least delay over all allocations that keep the rows and pass. */
function leastDelay(grid: Grid, passes: (allocation: readonly number[]) => boolean) {
  return Math.min(
    ...everyAllocation(grid)
      .filter((each) => meetsRows(grid, each) && passes(each))
      .map((each) => totalDelaySeconds(grid, each)),
  )
}

async function expectEnumerated(grid: Grid): Promise<void> {
  const delaySeconds = leastDelay(grid, () => true)
  const allocation = everyAllocation(grid).find(
    (each) => meetsRows(grid, each) && totalDelaySeconds(grid, each) === delaySeconds,
  )!
  const found = await sensitivityOf({ grid, allocation, delaySeconds, sharesOf, limits })
  const steps = grid.groups.flatMap(({ names, keptSteps }, index) =>
    keptSteps === null ? names.map((name) => ({ name, index })) : [],
  )
  expect(found.map(({ name }) => name)).toEqual(steps.map(({ name }) => name))
  for (const [place, { index }] of steps.entries()) {
    for (const [change, cost] of [
      [1, found[place]!.stepUp],
      [-1, found[place]!.stepDown],
    ] as const) {
      const own = allocation[index]! + change
      const isThere = everyAllocation(grid).some((each) => each[index] === own)
      expect(cost === null).toBe(!isThere)
      if (!cost) continue
      const least = leastDelay(grid, (each) => each[index] === own)
      expect(cost.feasible).toBe(Number.isFinite(least))
      if (!cost.feasible) expect(cost).toMatchObject({ change: null, shares: null })
      else expect(cost.change! / delaySeconds).toBeCloseTo(least / delaySeconds - 1, 5)
    }
  }
}

describe('sensitivityOf', () => {
  test('is the cost of the best allocation with one step more or less, by enumeration', async () => {
    await fc.assert(
      fc.asyncProperty(smallGrids, async (grid) => {
        fc.pre(everyAllocation(grid).some((each) => meetsRows(grid, each)))
        await expectEnumerated(grid)
      }),
      { numRuns: 12 },
    )
    for (const grid of hardGrids.slice(0, 3)) await expectEnumerated(grid)
  })

  test('has the shares of that allocation', async () => {
    const grid = gridOf(6, [{}, {}], { delayScaleSeconds: 1 })
    const found = await sensitivityOf({
      grid,
      allocation: [3, 3],
      delaySeconds: totalDelaySeconds(grid, [3, 3]),
      sharesOf,
      limits,
    })
    // 6 (1 / 4 + 1 / 2) instead of 6 (1 / 3 + 1 / 3).
    expect(found).toEqual([
      {
        name: 'a',
        stepUp: { change: expect.closeTo(0.5, 12), feasible: true, shares: { first: 4 } },
        stepDown: { change: expect.closeTo(0.5, 12), feasible: true, shares: { first: 2 } },
      },
      {
        name: 'b',
        stepUp: { change: expect.closeTo(0.5, 12), feasible: true, shares: { first: 2 } },
        stepDown: { change: expect.closeTo(0.5, 12), feasible: true, shares: { first: 4 } },
      },
    ])
  })

  test('reads the limits anew before each program, and only where there is one', async () => {
    const hard = hardGrids[1]!
    const delaySeconds = leastDelay(hard, () => true)
    const allocation = everyAllocation(hard).find(
      (each) => meetsRows(hard, each) && totalDelaySeconds(hard, each) === delaySeconds,
    )!
    const asked: number[] = []
    const counted = () => {
      asked.push(asked.length)
      return limits()
    }
    const found = await sensitivityOf({
      grid: hard,
      allocation,
      delaySeconds,
      sharesOf,
      limits: counted,
    })
    const programs = found.flatMap(({ stepUp, stepDown }) => [stepUp, stepDown])
    expect(asked).toHaveLength(programs.filter((cost) => cost !== null).length)
  })
})
