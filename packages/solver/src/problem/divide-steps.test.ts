import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CostOf,
  divideSteps,
  greatestLoadDivision,
  leastLoadDivision,
} from './divide-steps.ts'
import { type Grid, weightedLoad } from './grid.ts'
import { between, everyAllocation, gridOf, smallGrids } from './grids.fixture.ts'

const pair = ['a', 'b']

/** Least total cost of the free groups over all divisions; Infinity where there is none. */
function leastCost(grid: Grid, costOf: CostOf): number {
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...everyAllocation(grid).map((allocation) => costOfAll(grid, allocation, costOf)),
  )
}

function costOfAll({ groups }: Grid, allocation: readonly number[], costOf: CostOf): number {
  return groups.reduce(
    (sum, group, index) =>
      group.keptSteps === null ? sum + costOf(group, allocation[index]!) : sum,
    0,
  )
}

function expectLeast(grid: Grid, costOf: CostOf): void {
  const found = divideSteps(grid, costOf)
  const least = leastCost(grid, costOf)
  expect(found === null).toBe(least === Number.POSITIVE_INFINITY)
  if (!found) return
  expect(everyAllocation(grid)).toContainEqual(found)
  expect(Math.abs(costOfAll(grid, found, costOf) - least)).toBeLessThanOrEqual(1e-9)
}

describe('divideSteps', () => {
  test('gives each step to the group where it saves most', () => {
    // Savings of 9/1 - 9/2 = 4.5, then 1.5; of 4/1 - 4/2 = 2, then 0.67; of 1/2.
    const grid = gridOf(6, [{ inverseRate: 1 }, { inverseRate: 9 }, { inverseRate: 4 }])
    const inverse: CostOf = ({ inverseRate }, steps) => inverseRate / steps
    expect(divideSteps(grid, inverse)).toEqual([1, 3, 2])
    expect(divideSteps({ ...grid, steps: 5 }, inverse)).toEqual([1, 2, 2])
  })

  test('among equals, the first group gets the next step', () => {
    const square: CostOf = (_, steps) => steps ** 2
    expect(divideSteps(gridOf(5, [{}, {}, {}]), square)).toEqual([2, 2, 1])
    expect(divideSteps(gridOf(5, [{}, {}, {}]), () => 0)).toEqual([3, 1, 1])
  })

  test('keeps the bounds, also where that costs', () => {
    const first: CostOf = ({ names }, steps) => (names[0] === 'a' ? -steps : 0)
    expect(divideSteps(gridOf(9, [{}, { minSteps: 3 }]), first)).toEqual([6, 3])
    expect(divideSteps(gridOf(9, [{ maxSteps: 4 }, {}]), first)).toEqual([4, 5])
    expect(divideSteps(gridOf(9, [{ maxSteps: 4 }, { minSteps: 5, maxSteps: 5 }]), first)).toEqual([
      4, 5,
    ])
  })

  test('asks the cost of no step beyond a bound', () => {
    const asked: number[] = []
    const grid = gridOf(6, [{ minSteps: 2, maxSteps: 4 }, { maxSteps: 4 }])
    divideSteps(grid, ({ names }, steps) => {
      if (names[0] === 'a') asked.push(steps)
      return 1 / steps
    })
    expect(Math.min(...asked)).toBe(2)
    expect(Math.max(...asked)).toBeLessThanOrEqual(4)
  })

  test('leaves kept domains where they are, without a cost', () => {
    const grid = gridOf(3, [{ keptSteps: 2.5 }, {}, { keptSteps: 7 }, {}])
    const cost: CostOf = ({ keptSteps, names }, steps) => {
      if (keptSteps !== null) throw new Error('a kept domain has no choice')
      return names[0] === 'd' ? -steps : 0
    }
    expect(divideSteps(grid, cost)).toEqual([2.5, 1, 7, 2])
  })

  test('of groups of one size, each step goes to every member', () => {
    const grid = gridOf(8, [{ names: pair }, { names: ['c', 'd'], inverseRate: 9 }])
    expect(divideSteps(grid, ({ inverseRate }, steps) => inverseRate / steps)).toEqual([1, 3])
    expect(divideSteps({ ...grid, steps: 7 }, () => 0)).toBeNull()
  })

  test('of groups of several sizes, finds what a greedy walk would miss', () => {
    // Three steps for the pair would save most, but leave none for the others.
    const knapsack = gridOf(6, [{ names: pair }, { names: ['c', 'd', 'e'], maxSteps: 2 }, {}])
    const cost: CostOf = ({ names }, steps) => (names.length === 2 ? -10 * steps : -steps)
    expect(divideSteps(knapsack, cost)).toEqual([1, 1, 1])
  })

  test.each([
    ['too many least steps', gridOf(4, [{ minSteps: 3 }, { minSteps: 2 }])],
    ['too few most steps', gridOf(9, [{ maxSteps: 4 }, { maxSteps: 4 }])],
    ['a least above the most', gridOf(9, [{ minSteps: 5, maxSteps: 4 }, {}])],
    ['the same in several sizes', gridOf(9, [{ minSteps: 5, maxSteps: 4 }, {}, { names: pair }])],
    [
      'too few most steps in several sizes',
      gridOf(9, [{ maxSteps: 2 }, { names: pair, maxSteps: 3 }]),
    ],
    ['too many least steps in several sizes', gridOf(4, [{ minSteps: 3 }, { names: pair }])],
    ['a number that a group cannot divide', gridOf(5, [{ names: pair }])],
  ])('returns null with %s', (_, grid) => {
    expect(divideSteps(grid, () => 1)).toBeNull()
  })

  test.each([
    ['the least steps alone', gridOf(5, [{ minSteps: 3 }, { minSteps: 2 }]), [3, 2]],
    ['the most steps alone', gridOf(8, [{ maxSteps: 4 }, { maxSteps: 4 }]), [4, 4]],
    [
      'the most in several sizes',
      gridOf(8, [{ maxSteps: 2 }, { names: pair, maxSteps: 3 }]),
      [2, 3],
    ],
    ['the least in several sizes', gridOf(4, [{ minSteps: 2 }, { names: pair }]), [2, 1]],
  ])('finds the only division, with %s', (_, grid, division) => {
    expect(divideSteps(grid, () => 1)).toEqual(division)
  })

  const curve = fc.record({
    slope: between(-3, 3),
    inverse: between(0, 5),
    bend: between(0, 1),
  })
  const curves = fc.array(curve, { minLength: 12, maxLength: 12 })

  test('costs no more than any other division, for convex costs', () => {
    fc.assert(
      fc.property(smallGrids, curves, (grid, drawn) => {
        const order = new Map(grid.groups.map((group, index) => [group.names[0]!, index]))
        expectLeast(grid, ({ names }, steps) => {
          const { slope, inverse, bend } = drawn[order.get(names[0]!)!]!
          return slope * steps + inverse / steps + bend * (steps - 3) ** 2
        })
      }),
    )
  })
})

describe('the least and the greatest load', () => {
  test('bound the load of every allocation and are loads of two of them', () => {
    fc.assert(
      fc.property(smallGrids, (grid) => {
        const loads = everyAllocation(grid).map((allocation) => weightedLoad(grid, allocation))
        const [least, greatest] = [leastLoadDivision(grid), greatestLoadDivision(grid)]
        if (loads.length === 0) {
          expect([least, greatest]).toEqual([null, null])
          return
        }
        expect(weightedLoad(grid, least!)).toBeCloseTo(Math.min(...loads), 9)
        expect(weightedLoad(grid, greatest!)).toBeCloseTo(Math.max(...loads), 9)
      }),
    )
  })
})
