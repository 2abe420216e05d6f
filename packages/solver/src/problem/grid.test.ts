import { delayAware, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations } from './allocations.ts'
import {
  holdGroup,
  inverseRates,
  meetsRows,
  productOf,
  totalDelaySeconds,
  weightedLoad,
} from './grid.ts'
import { gridOf, smallGrids } from './grids.fixture.ts'
import { poseGrid } from './pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from './problems.fixture.ts'

const grid = gridOf(
  9,
  [
    { load: 0.5, inverseRate: 2 },
    { load: 0.25, inverseRate: 3, names: ['b', 'c'] },
    { load: 0.25, inverseRate: 1, keptSteps: 1.5 },
  ],
  { ioDelay: 0.125, delayScaleSeconds: 0.1, constantSeconds: 0.5 },
)

test('the sums of an allocation, by hand', () => {
  const allocation = [5, 2, 1.5]
  expect(weightedLoad(grid, allocation)).toBe(2.5 + 0.5 + 0.375)
  expect(inverseRates(grid, allocation)).toBeCloseTo(2 / 5 + 3 / 2 + 1 / 1.5, 12)
  const product = (3.375 + 0.125) * (2 / 5 + 3 / 2 + 2 / 3)
  expect(productOf(grid, allocation)).toBeCloseTo(product, 12)
  expect(totalDelaySeconds(grid, allocation)).toBeCloseTo(0.5 + 0.1 * product, 12)
})

test('the total delay is the sum of the published times at the same shares', () => {
  const load = drawnLoad(3, 17)
  const problem = { ...paperProblem, load, currentWeights: equalWeights(load), stepShare: 0.1 }
  const { grid: posed, unitShare } = poseGrid(problem)
  for (const allocation of allocations(posed)) {
    const guests = allocation.map((steps, index) => [`vm${index + 1}`, steps * unitShare * 768])
    const weights: Weights = { 'Domain-0': 256, ...Object.fromEntries(guests) }
    const { domains } = delayAware.estimate(load, weights)
    const total = domains.reduce((sum, { responseTimeSeconds: time }) => sum + time!, 0)
    expect(totalDelaySeconds(posed, allocation) / total).toBeCloseTo(1, 12)
  }
})

test('twice as many steps for everyone are the same shares: the delay without I/O stays', () => {
  fc.assert(
    fc.property(smallGrids, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (drawn, draws) => {
      const quiet = { ...drawn, ioDelay: 0 }
      const allocation = quiet.groups.map(() => draws.next().value!)
      const doubled = allocation.map((steps) => 2 * steps)
      expect(productOf(quiet, doubled) / productOf(quiet, allocation)).toBeCloseTo(1, 12)
    }),
  )
})

describe('meetsRows', () => {
  // s + c = 3 at [2, 4], whatever the rooms.
  const demanding = (rooms: (number | null)[]) =>
    gridOf(
      6,
      [
        { load: 0.5, room: rooms[0]! },
        { load: 0.25, room: rooms[1]! },
      ],
      { ioDelay: 1 },
    )

  test('without targets, any allocation does', () => {
    expect(meetsRows(demanding([null, null]), [2, 4])).toBe(true)
  })

  test.each([
    [1.5, 0.75, true],
    [1.5, 0.749, false],
    [1.499, 0.75, false],
    [1.499, 0.749, false],
    [null, 0.75, true],
    [1.499, null, false],
    [0, null, false],
    [-1, null, false],
  ])('with rooms of %d and %d at [2, 4]: %s', (first, second, keeps) => {
    expect(meetsRows(demanding([first, second]), [2, 4])).toBe(keeps)
  })

  test('counts a kept domain as any other', () => {
    const kept = (keptSteps: number) => gridOf(2, [{ load: 1 }, { load: 0, keptSteps, room: 1 }])
    expect(meetsRows(kept(2), [2, 2])).toBe(true)
    expect(meetsRows(kept(1.9), [2, 1.9])).toBe(false)
  })

  test('the slack is relative to the room', () => {
    const off = (part: number) => demanding([1.5 * (1 - part), null])
    expect(meetsRows(off(5e-10), [2, 4])).toBe(true)
    expect(meetsRows(off(2e-9), [2, 4])).toBe(false)
    expect(meetsRows(off(2e-9), [2, 4], 1e-6)).toBe(true)
    expect(meetsRows(off(2e-6), [2, 4], 1e-6)).toBe(false)
  })
})

test('holding a group fixes its steps alone and leaves the grid as it was', () => {
  const held = holdGroup(grid, 1, 2)
  expect(held.groups[1]).toEqual({ ...grid.groups[1], minSteps: 2, maxSteps: 2 })
  expect([held.groups[0], held.groups[2]]).toEqual([grid.groups[0], grid.groups[2]])
  expect({ ...held, groups: [] }).toEqual({ ...grid, groups: [] })
  expect(grid.groups[1]).toMatchObject({ minSteps: 1, maxSteps: 9 })
  expect([...allocations(held)]).toEqual([[5, 2, 1.5]])
})
