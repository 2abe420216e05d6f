import { describe, expect, test } from 'vitest'
import { allocations } from '../problem/allocations.ts'
import { type JudgedAllocation, judgeAllocation, writtenAs } from '../problem/judge-allocation.ts'
import { isBetter } from '../problem/objective-value.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { branchOnBoxes } from './branch-on-boxes.ts'

/** A model in which each time falls with the domain's own weight alone, T = work / weight. */
const work: Record<string, number> = { vm1: 3, vm2: 1, vm3: 0.2 }

function toolsOf(changes: Partial<WeightProblem>) {
  const problem: WeightProblem = { ...paperProblem, stepShare: 0.1, ...changes }
  const { targets = {} } = problem
  const posed = poseGrid(problem)
  const at = (allocation: number[]): JudgedAllocation => {
    const written = writtenAs(problem, posed, allocation)
    const seconds = ['vm1', 'vm2', 'vm3'].map(
      (name) => [name, work[name]! / written.weights[name]!] as const,
    )
    return judgeAllocation(problem, written, new Map(seconds))
  }
  const all = [...allocations(posed.grid)].map(at)
  const asked: string[] = []
  /** Each time at its greatest weight. */
  const boundOf = ({ most }: { most: Record<string, number> }) => {
    const seconds = (name: string) => work[name]! / most[name]!
    const ratio = Math.max(0, ...Object.entries(targets).map(([name, t]) => seconds(name) / t))
    return {
      ratio,
      excess: ratio > 1 + 1e-5 ? ratio - 1 : 0,
      softExcess: 0,
      cost: ['vm1', 'vm2', 'vm3'].reduce((sum, name) => sum + seconds(name), 0),
    }
  }
  const judge = async (allocation: number[]): Promise<JudgedAllocation | null> => {
    asked.push(allocation.join())
    return at(allocation)
  }
  const search = (
    known: JudgedAllocation,
    options: { leastGain?: number; mostBoxes?: number } = {},
  ) =>
    branchOnBoxes(problem, posed, known, {
      leastGain: 0,
      mostBoxes: 10_000,
      boundOf,
      judge,
      giveTurn: async () => {},
      ...options,
    })
  const best = all.reduce((one, other) => (isBetter(other, one) ? other : one))
  return { problem, posed, all, asked, best, boundOf, search }
}

describe('with a bound that is exact for single allocations', () => {
  test('finds the optimum from any allocation, and bounds it exactly', async () => {
    const { all, best, search } = toolsOf({})
    for (const known of [all[0]!, all[17]!, all.at(-1)!]) {
      const found = await search(known)
      expect(found.isProven).toBe(true)
      expect(found.best.allocation).toEqual(best.allocation)
      expect(found.bound.cost).toBeCloseTo(best.cost, 12)
      expect(found.bound.excess).toBe(0)
    }
  })

  test('evaluates each allocation once at most, and with a good start only a few', async () => {
    const { all, asked, best, search } = toolsOf({ stepShare: 0.05 })
    await search(all[0]!)
    expect(new Set(asked).size).toBe(asked.length)
    asked.length = 0
    expect((await search(best)).best).toBe(best)
    expect(asked.length).toBeLessThan(all.length / 4)
  })

  test('looks for no gain smaller than the least', async () => {
    const { all, best, search } = toolsOf({})
    for (const leastGain of [0.02, 0.2, 0.6]) {
      const found = await search(all[5]!, { leastGain })
      expect(found.isProven).toBe(true)
      expect(best.cost).toBeGreaterThanOrEqual(found.best.cost * (1 - leastGain) - 1e-12)
      expect(found.bound.cost).toBeLessThanOrEqual(best.cost + 1e-12)
    }
    expect((await search(all[5]!, { leastGain: 0.99 })).best).toBe(all[5])
  })

  test('with few boxes, the bound holds and gets tighter with more', async () => {
    const { all, best, search } = toolsOf({})
    let before = 0
    for (const mostBoxes of [1, 2, 5, 9, 15]) {
      const found = await search(all[0]!, { mostBoxes })
      expect(found.isProven).toBe(false)
      expect(found.bound.cost).toBeLessThanOrEqual(best.cost + 1e-12)
      expect(found.bound.cost).toBeGreaterThanOrEqual(before - 1e-12)
      expect(found.best.cost).toBeLessThanOrEqual(all[0]!.cost)
      before = found.bound.cost
    }
  })

  test('keeps to bounds, alike and kept domains', async () => {
    for (const changes of [
      { bounds: { vm1: { maxShare: 0.4 }, vm3: { minShare: 0.2 } } },
      { alike: [['vm1', 'vm3']] },
      { excluded: ['vm2'] },
    ] as Partial<WeightProblem>[]) {
      const { all, asked, best, search } = toolsOf(changes)
      const found = await search(all[0]!)
      expect(found.best.allocation).toEqual(best.allocation)
      expect(found.isProven).toBe(true)
      const valid = new Set(all.map(({ allocation }) => allocation.join()))
      for (const each of asked) expect(valid).toContain(each)
    }
  })

  test('prefers a kept target to any cost, and proves that none can be', async () => {
    const mode = 'keep-targets' as const
    const kept = toolsOf({ mode, targets: { vm3: 0.2 / 500 } })
    const found = await kept.search(kept.all[0]!)
    expect(found).toMatchObject({ isProven: true, best: { excess: 0 }, bound: { excess: 0 } })
    expect(found.best.allocation).toEqual(kept.best.allocation)
    const none = toolsOf({ mode, targets: { vm1: 3 / 500, vm2: 1 / 500 } })
    const missed = await none.search(none.all[0]!)
    expect(missed.isProven).toBe(true)
    expect(missed.best.excess).toBeCloseTo(none.best.excess, 12)
    expect(missed.bound.excess).toBeCloseTo(none.best.excess, 12)
  })

  test('for meet-targets, bounds the worst ratio', async () => {
    const { all, best, search } = toolsOf({
      objective: 'meet-targets',
      targets: { vm1: 3 / 500, vm2: 1 / 500 },
      aloneSeconds: { vm1: 1, vm2: 1, vm3: 1 },
    })
    const found = await search(all[0]!)
    expect(found.best.allocation).toEqual(best.allocation)
    const least = Math.min(...all.map(({ value }) => value))
    expect(found.bound.ratio).toBeCloseTo(least, 12)
  })

  test('asks for bounds between the integers of the least and the most steps', async () => {
    const firstBox = async (changes: Partial<WeightProblem>) => {
      const { problem, posed, all, boundOf } = toolsOf(changes)
      const boxes: { least: Record<string, number>; most: Record<string, number> }[] = []
      await branchOnBoxes(problem, posed, all[0]!, {
        leastGain: 0,
        mostBoxes: 1,
        boundOf: (box) => {
          boxes.push(box)
          return boundOf(box)
        },
        judge: async () => null,
        giveTurn: async () => {},
      })
      return boxes
    }
    // vm1 and vm3 divide 512 in seven steps of 73.14.
    expect(await firstBox({ excluded: ['vm2'] })).toEqual([
      {
        least: { 'Domain-0': 256, vm1: 73, vm2: 256, vm3: 73 },
        most: { 'Domain-0': 256, vm1: 439, vm2: 256, vm3: 439 },
      },
    ])
    // A step is 512 exactly, and each may have one to eight.
    expect(await firstBox({ integerMapping: 'scale-5120' })).toEqual([
      {
        least: { 'Domain-0': 256, vm1: 512, vm2: 512, vm3: 512 },
        most: { 'Domain-0': 256, vm1: 4096, vm2: 4096, vm3: 4096 },
      },
    ])
  })

  test('without evaluations left, proves nothing', async () => {
    const { problem, posed, all, best, boundOf } = toolsOf({})
    const found = await branchOnBoxes(problem, posed, all[0]!, {
      leastGain: 0,
      mostBoxes: 300,
      boundOf,
      judge: async () => null,
      giveTurn: async () => {},
    })
    expect(found).toMatchObject({ isProven: false, best: all[0] })
    expect(found.bound.cost).toBeLessThanOrEqual(best.cost + 1e-12)
  })
})
