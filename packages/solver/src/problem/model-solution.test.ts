import { describe, expect, test } from 'vitest'
import { judgeAllocation, writtenAs } from './judge-allocation.ts'
import { decisive, modelSolution } from './model-solution.ts'
import { poseGrid } from './pose-grid.ts'
import { paperProblem } from './problems.fixture.ts'
import type { WeightProblem } from './weight-problem.ts'

const timesOf = (vm1: number, vm2: number, vm3: number | null) =>
  new Map<string, number | null>([
    ['vm1', vm1],
    ['vm2', vm2],
    ['vm3', vm3],
  ])
const now = timesOf(0.02, 0.02, 0.02)
const then = timesOf(0.01, 0.01, 0.03)

const common: Omit<Parameters<typeof modelSolution>[3], 'best' | 'bound'> = {
  status: 'optimal',
  engine: 'enumeration',
  cause: null,
  conflicts: [],
  sensitivity: [],
  solveSeconds: 1.5,
}

function solved(changes: Partial<WeightProblem>, bound: number | null, times = then) {
  const problem = { ...paperProblem, ...changes }
  const posed = poseGrid(problem)
  const best = judgeAllocation(problem, writtenAs(problem, posed, [8, 8, 4]), times)
  return modelSolution(problem, posed, now, { ...common, best, bound })
}

describe('a solution', () => {
  test('has the shares, integers and times of the best, and the value before and after', () => {
    const found = solved({}, 0.05)
    expect(found).toMatchObject({
      status: 'optimal',
      shares: { vm1: 0.4, vm2: 0.4, vm3: 0.2 },
      weights: { 'Domain-0': 256, vm1: 307, vm2: 307, vm3: 154 },
      roundingError: expect.closeTo(0.4 / 768, 6),
      stepShare: 0.05,
      domain0Share: { before: 1 / 3, after: 1 / 3 },
      objective: { name: 'total-delay', before: 0.06, after: expect.closeTo(0.05, 12) },
      companions: { greedy: null, closedForm: null },
      warnings: [],
    })
    expect(found.predicted.map(({ modelSeconds }) => modelSeconds)).toEqual([0.01, 0.01, 0.03])
    const { bound, gridValue, gap, ...others } = found.proof
    expect(others).toEqual({ engine: 'enumeration', cause: null, solveSeconds: 1.5, binaries: 0 })
    expect(bound).toBe(0.05)
    expect(gridValue).toBeCloseTo(0.05, 12)
    expect(gap).toBeCloseTo(0, 9)
  })

  test('its gap is relative to the bound, and never negative', () => {
    expect(solved({}, 0.04).proof.gap).toBeCloseTo(0.25, 12)
    expect(solved({}, 0.06).proof.gap).toBe(0)
    expect(solved({}, null).proof).toMatchObject({ bound: null, gap: null })
    expect(solved({}, 0).proof.gap).toBeNull()
  })

  test('warns of a target that it gives up, and of the grid', () => {
    const found = solved({ targets: { vm3: 0.025 }, integerMapping: 'scale-5120' }, null)
    expect(found.warnings.map(({ code }) => code)).toEqual([
      'domain0-share-moves',
      'pushes-over-target',
    ])
  })

  test('decides by the worst ratio where a target is missed', () => {
    const changes = {
      objective: 'meet-targets' as const,
      aloneSeconds: { vm1: 0.01, vm2: 0.01, vm3: 0.01 },
    }
    const missed = solved({ ...changes, targets: { vm3: 0.02 } }, 1.2)
    expect(missed.objective).toMatchObject({ before: 1, after: expect.closeTo(1.5, 12) })
    expect(missed.proof.gridValue).toBeCloseTo(1.5, 12)
    expect(missed.proof.gap).toBeCloseTo(0.25, 12)
    // Otherwise by the mean slowdown, (1 + 1 + 3) / 3.
    const kept = solved({ ...changes, targets: { vm3: 0.04 } }, null)
    expect(kept.objective.after).toBeCloseTo(0.75, 12)
    expect(kept.proof.gridValue).toBeCloseTo(0.75, 12)
  })

  test('has no value where a domain has no finite time', () => {
    const lost = solved({}, 0.05, timesOf(0.01, 0.01, null))
    expect(lost.objective).toEqual({ name: 'total-delay', before: 0.06, after: null })
    expect(lost.proof).toMatchObject({ gridValue: null, gap: null })
    expect(lost.weights).not.toBeNull()
  })
})

test('without an answer, has the predictions now and nothing else', () => {
  const found = modelSolution(paperProblem, poseGrid(paperProblem), timesOf(0.02, 0.02, null), {
    ...common,
    status: 'infeasible',
    conflicts: [['vm1']],
    best: null,
    bound: null,
  })
  expect(found).toMatchObject({
    status: 'infeasible',
    shares: null,
    weights: null,
    roundingError: null,
    conflicts: [['vm1']],
    objective: { before: null, after: null },
    proof: { gridValue: null, bound: null, gap: null },
    warnings: [],
  })
  expect(found.predicted.map(({ modelSeconds }) => modelSeconds)).toEqual([0.02, 0.02, null])
})

test.each([
  [0, 0, 3, 5, 5],
  [0.001, 0, 3, 5, 3],
  [0.001, 0.5, 3, 5, 3],
  [0, 0.5, 3, 5, 1.5],
])(
  'with an excess of %d, %d over soft targets, value %d and cost %d, the deciding value is %d',
  (excess, softExcess, value, cost, decides) => {
    expect(decisive({ excess, softExcess, value, cost })).toBe(decides)
  },
)
