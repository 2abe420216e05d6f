import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgedAt } from '../problem/judged.fixture.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { bestOf, conflictsOf, isAcceptable, nearestOf, sensitivityOf } from './choose-among.ts'

/** Steps of a quarter: three allocations of three domains. */
const quarters: WeightProblem = { ...paperProblem, stepShare: 0.25 }
const keeping: WeightProblem = { ...quarters, mode: 'keep-targets' }

describe('bestOf', () => {
  const at = (seconds: number, problem = quarters) => judgedAt(problem, [1, 1, 2], seconds, 0, 0)

  test('is the least cost, and among equals the first', () => {
    const all = [at(3), at(2), at(2), at(5)]
    expect(bestOf(all)).toBe(all[1])
    expect(bestOf([])).toBeNull()
  })

  test('prefers a kept target to any cost', () => {
    const problem = { ...keeping, targets: { vm1: 1 } }
    const slow = judgedAt(problem, [1, 1, 2], 1, 9, 9)
    expect(bestOf([at(1.1, problem), slow, at(1.2, problem)])).toBe(slow)
  })
})

test('is acceptable with finite times, and with its targets kept where they must be', () => {
  const targets = { vm1: 1 }
  const judged = (problem: WeightProblem, seconds: number | null) =>
    isAcceptable(problem, judgedAt(problem, [1, 1, 2], seconds, 1, 1))
  expect(judged(quarters, 1)).toBe(true)
  expect(judged(quarters, null)).toBe(false)
  expect(judged({ ...quarters, targets }, 2)).toBe(true)
  expect(judged({ ...keeping, targets }, 1)).toBe(true)
  expect(judged({ ...keeping, targets }, 2)).toBe(false)
  expect(judged({ ...keeping, targets }, null)).toBe(false)
})

describe('nearestOf', () => {
  const currentWeights = { 'Domain-0': 256, vm1: 200, vm2: 100, vm3: 100 }
  const problem = { ...quarters, currentWeights }
  const at = (allocation: number[], cost = 1) => judgedAt(problem, allocation, cost, 0, 0)

  test('changes the shares in force least, whatever the cost', () => {
    const all = [at([1, 1, 2]), at([2, 1, 1], 9), at([1, 2, 1])]
    expect(nearestOf(problem, all)).toBe(all[1])
    expect(nearestOf({ ...problem, currentWeights: paperProblem.currentWeights }, all)).toBe(all[0])
  })

  test('among equal changes takes the best, and of those the first', () => {
    const all = [at([1, 1, 2], 3), at([1, 2, 1], 2), at([1, 1, 2], 2)]
    expect(nearestOf(problem, all)).toBe(all[1])
    expect(nearestOf(problem, all.toReversed())).toBe(all[2])
  })

  test('differences of rounding are equal changes', () => {
    const off = (part: number) => {
      const judged = at([1, 2, 1], 1)
      return { ...judged, shares: { ...judged.shares, vm2: 0.5 + part } }
    }
    const dear = at([1, 1, 2], 2)
    expect(nearestOf(problem, [dear, off(5e-10)]).cost).toBe(1)
    expect(nearestOf(problem, [dear, off(2e-9)])).toBe(dear)
    expect(nearestOf(problem, [off(2e-9), dear])).toBe(dear)
    expect(nearestOf(problem, [off(5e-10), dear]).cost).toBe(1)
  })

  test('compares with the shares of the same normalisation', () => {
    // With Domain-0 in the sum, the guests have 0.4, 0.2 and 0.2, and allocations fill 0.8.
    const whole = {
      ...problem,
      currentWeights: { 'Domain-0': 100, vm1: 200, vm2: 100, vm3: 100 },
      normalisation: 'with-domain-0' as const,
      stepShare: 0.2,
    }
    const all = [
      [1, 1, 2],
      [2, 1, 1],
    ].map((each) => judgedAt(whole, each, 1, 1, 1))
    expect(all[1]!.shares.vm1).toBeCloseTo(0.4, 12)
    expect(nearestOf(whole, all)).toBe(all[1])
  })
})

describe('conflictsOf', () => {
  const targets = { vm1: 1, vm2: 1, vm3: 1 }
  const problem = { ...keeping, targets }
  const at = (...seconds: (number | null)[]) => judgedAt(problem, [1, 1, 2], ...seconds)

  test('is empty where some allocation keeps every target', () => {
    expect(conflictsOf([at(2, 2, 2), at(1, 1, 1)])).toEqual([])
    expect(conflictsOf([])).toEqual([])
  })

  test('names the smallest sets that none keeps together', () => {
    expect(conflictsOf([at(1, 2, 1), at(2, 1, 1)])).toEqual([['vm1', 'vm2']])
    expect(conflictsOf([at(2, 1, 1), at(2, 2, 1)])).toEqual([['vm1']])
    const each = [at(1, 2, 2), at(2, 1, 2), at(2, 2, 1)]
    expect(conflictsOf(each).map((set) => set.length)).toEqual([2, 2, 2])
  })

  test('a domain without a time keeps no target; one without a target conflicts with none', () => {
    expect(conflictsOf([at(1, null, 1)])).toEqual([['vm2']])
    const two = { ...problem, targets: { vm1: 1 } }
    expect(conflictsOf([judgedAt(two, [1, 1, 2], 2, null, 5)])).toEqual([['vm1']])
  })

  test('each set is kept by none, and each of its parts by some', () => {
    const time = fc.constantFrom(1, 2)
    const all = fc.array(fc.tuple(time, time, time), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(all, (drawn) => {
        const kept = (names: readonly string[]) =>
          drawn.some((seconds) => names.every((name) => seconds[Number(name[2]) - 1] === 1))
        const conflicts = conflictsOf(drawn.map((seconds) => at(...seconds)))
        expect(conflicts.length > 0).toBe(!kept(['vm1', 'vm2', 'vm3']))
        for (const set of conflicts) {
          expect(kept(set)).toBe(false)
          for (const name of set) expect(kept(set.filter((other) => other !== name))).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('sensitivityOf', () => {
  const posed = poseGrid(quarters)
  const best = judgedAt(quarters, [1, 1, 2], 1, 1, 1)

  test('takes the best of all allocations with one step more or less', () => {
    const all = [
      best,
      judgedAt(quarters, [1, 2, 1], 1, 1, 3),
      judgedAt(quarters, [2, 1, 1], 2, 1, 1),
    ]
    const [vm1, vm2, vm3] = sensitivityOf(quarters, posed, best, all)
    const shares = (...[one, two, three]: number[]) => ({ vm1: one, vm2: two, vm3: three })
    expect(vm1).toEqual({
      name: 'vm1',
      stepUp: { change: 1, feasible: true, shares: shares(0.5, 0.25, 0.25) },
      stepDown: null,
    })
    expect(vm2!.stepUp).toEqual({ change: 2, feasible: true, shares: shares(0.25, 0.5, 0.25) })
    expect(vm3!.stepUp).toBeNull()
    // Either of the others takes the step of vm3: the cheaper one.
    expect(vm3!.stepDown).toEqual({ change: 1, feasible: true, shares: shares(0.5, 0.25, 0.25) })
  })

  test('a step that starves a domain is not feasible', () => {
    const all = [best, judgedAt(quarters, [2, 1, 1], 1, null, 1)]
    expect(sensitivityOf(quarters, posed, best, all)[0]!.stepUp).toEqual({
      change: null,
      feasible: false,
      shares: null,
    })
  })

  test('nor is one that misses a target that must be kept', () => {
    const targets = { vm3: 1 }
    const missing = { stepUp: { change: null, feasible: false, shares: null } }
    const must = { ...keeping, targets }
    const all = [judgedAt(must, [1, 1, 2], 1, 1, 1), judgedAt(must, [2, 1, 1], 1, 1, 2)]
    expect(sensitivityOf(must, posed, all[0]!, all)[0]).toMatchObject(missing)
  })

  test('for meet-targets, a missed one has a cost, the worst ratio, and is not feasible', () => {
    const ratios: WeightProblem = {
      ...quarters,
      objective: 'meet-targets',
      targets: { vm3: 1 },
      aloneSeconds: { vm1: 1, vm2: 1, vm3: 1 },
    }
    const all = [judgedAt(ratios, [1, 1, 2], 1, 1, 0.5), judgedAt(ratios, [2, 1, 1], 1, 1, 2)]
    const { stepUp } = sensitivityOf(ratios, posed, all[0]!, all)[0]!
    expect(stepUp).toMatchObject({ change: 1.5, feasible: false })
    expect(stepUp!.shares).toEqual({ vm1: 0.5, vm2: 0.25, vm3: 0.25 })
  })

  test('alike domains step together, and kept ones not at all', () => {
    const alike = { ...paperProblem, stepShare: 0.1, alike: [['vm1', 'vm2']], excluded: ['vm3'] }
    const pair = { ...paperProblem, stepShare: 0.125, alike: [['vm1', 'vm2']] }
    const now = judgedAt(pair, [2, 4], 1, 1, 1)
    const all = [now, judgedAt(pair, [3, 2], 1, 1, 2)]
    const found = sensitivityOf(pair, poseGrid(pair), now, all)
    expect(found.map(({ name }) => name)).toEqual(['vm1', 'vm2', 'vm3'])
    expect(found[0]!.stepUp).toMatchObject({ change: 1 })
    expect(found[1]!.stepUp).toBe(found[0]!.stepUp)
    const kept = poseGrid(alike)
    const only = judgedAt(
      alike,
      [kept.grid.groups[0]!.minSteps, kept.grid.groups[1]!.keptSteps!],
      1,
      1,
      1,
    )
    const names = sensitivityOf(alike, kept, only, [only]).map(({ name }) => name)
    expect(names).toEqual(['vm1', 'vm2'])
  })
})
