import type { Weights } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { allocations, countAllocations } from '../problem/allocations.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { neighbours } from '../search/neighbours.ts'
import { promisingAllocations } from './promising-allocations.ts'

/** A guide to which vm1's weight is all that matters: the less, the better. */
function guide() {
  const asked: Weights[] = []
  const predict = (weights: Weights) => {
    asked.push(weights)
    return new Map(
      Object.entries(weights).map(([name, value]) => [name, name === 'vm1' ? value : 1]),
    )
  }
  return { asked, predict }
}

function problemOf(domains: number): WeightProblem {
  const load = drawnLoad(domains, 3)
  return { ...paperProblem, load, currentWeights: equalWeights(load), stepShare: 0.1 }
}

const three = problemOf(3)
const posed = poseGrid(three)

describe('promisingAllocations', () => {
  test('begins with the weights in force and the starts, each once', async () => {
    const { predict } = guide()
    const starts = [
      { 'Domain-0': 256, vm1: 600, vm2: 100, vm3: 300 },
      { 'Domain-0': 256, vm1: 6, vm2: 1, vm3: 3 },
      { 'Domain-0': 256, vm1: 200, vm2: 300, vm3: 500 },
    ]
    const found = await promisingAllocations(three, posed, { predict, starts }, 3)
    expect(found.map(({ allocation }) => allocation)).toEqual([
      [4, 3, 3],
      [6, 1, 3],
      [2, 3, 5],
    ])
    expect(found[1]).toMatchObject({ weights: { 'Domain-0': 256, vm1: 461, vm2: 77, vm3: 230 } })
  })

  test('on a small grid, has all allocations ranked, in turn with those next to the start', async () => {
    const { asked, predict } = guide()
    const found = await promisingAllocations(three, posed, { predict, starts: [] }, 1000)
    const keys = found.map(({ allocation }) => allocation.join())
    expect(asked).toHaveLength(36)
    expect(new Set(keys)).toEqual(new Set([...allocations(posed.grid)].map(String)))
    expect(keys).toHaveLength(36)
    const near = new Set([...neighbours(posed.grid, found[0]!.allocation)].map(String))
    const ranked = found
      .slice(1)
      .flatMap(({ allocation }) => (near.has(allocation.join()) ? [] : [allocation[0]!]))
    expect(ranked).toEqual(ranked.toSorted((one, other) => one - other))
  })

  test('returns no more than asked for, half of them the best of the guide', async () => {
    const { predict } = guide()
    const found = await promisingAllocations(three, posed, { predict, starts: [] }, 9)
    // Eight of the 36 allocations leave vm1 a single step.
    expect(found.filter(({ allocation }) => allocation[0] === 1)).toHaveLength(4)
    const near = [...neighbours(posed.grid, found[0]!.allocation)].map(String)
    expect(found.filter(({ allocation }) => near.includes(allocation.join()))).toHaveLength(4)
  })

  test('has the ones next to the starting points alone where no model ranks', async () => {
    const found = await promisingAllocations(three, posed, { predict: null, starts: [] }, 1000)
    const near = [...neighbours(posed.grid, found[0]!.allocation)].map(String)
    expect(found.slice(1).map(({ allocation }) => allocation.join())).toEqual(near)
  })

  test('on a large grid, asks the guide about the neighbours of the starting points alone', async () => {
    const six = { ...problemOf(6), stepShare: 0.05 }
    const large = poseGrid(six)
    expect(countAllocations(large.grid)).toBeGreaterThan(2000)
    const { asked, predict } = guide()
    const starts = [{ ...six.currentWeights, vm6: 1000 }]
    const found = await promisingAllocations(six, large, { predict, starts }, 10_000)
    const [inForce, candidate] = found.slice(0, 2).map(({ allocation }) => allocation)
    const near = [inForce!, candidate!].flatMap((each) => [...neighbours(large.grid, each)])
    const expected = new Set([inForce!, candidate!, ...near].map(String))
    expect(new Set(found.map(({ allocation }) => allocation.join()))).toEqual(expected)
    expect(found).toHaveLength(expected.size)
    expect(asked.length).toBeLessThanOrEqual(2 * 30)
  })
})
