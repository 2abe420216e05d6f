import { delayAware, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optimiseWeights } from '../optimise-weights.ts'
import { allocations, countAllocations } from '../problem/allocations.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { allocationsToTry, optimiseByEnumeration } from './optimise-by-enumeration.ts'

/** The published formula behind the interface of any model. */
function byFormula({ load, normalisation }: WeightProblem) {
  return (weights: Weights): Times =>
    new Map(
      delayAware
        .estimate(load, weights, { normalisation })
        .domains.map((domain) => [domain.name, domain.responseTimeSeconds]),
    )
}

/** A problem with equal arrival rates, which most tests use. */
function evenProblem(n: number, seed: number, changes: Partial<WeightProblem>): WeightProblem {
  const drawn = drawnLoad(n, seed)
  const domains = drawn.domains.map((domain) => ({ ...domain, arrivalRatePerSecond: 40 }))
  const load = { ...drawn, domains }
  return {
    ...paperProblem,
    load,
    // Enough for Domain-0, so that steps are whole numbers.
    currentWeights: { ...equalWeights(load), 'Domain-0': 4096 },
    integerMapping: 'scale-5120',
    ...changes,
  }
}

describe('optimiseByEnumeration', () => {
  test('agrees with the integer program where both minimise the same', async () => {
    for (const [n, seed] of [
      [2, 3],
      [3, 5],
      [4, 11],
    ] as const) {
      const problem = evenProblem(n, seed, {})
      const exact = await optimiseWeights(problem)
      const tried = await optimiseByEnumeration(problem, byFormula(problem))
      expect(tried).toMatchObject({ status: 'optimal', proof: { engine: 'enumeration', gap: 0 } })
      expect(tried.objective.after!).toBeCloseTo(exact.objective.after!, 9)
      expect(tried.weights).toEqual(exact.weights)
      for (const [index, { stepUp, stepDown }] of tried.sensitivity.entries()) {
        const proven = exact.sensitivity[index]!
        for (const [own, other] of [
          [stepUp, proven.stepUp],
          [stepDown, proven.stepDown],
        ]) {
          expect(own!.change!).toBeCloseTo(other!.change!, 9)
        }
      }
    }
  })

  test('keeps targets, or proves infeasibility with the same conflicts', async () => {
    const statuses = new Set<string>()
    for (const factor of [0.6, 0.9, 0.97, 1.1]) {
      const free = evenProblem(3, 5, { mode: 'keep-targets' })
      const now = byFormula(free)(free.currentWeights)
      const targets = Object.fromEntries([...now].map(([name, t]) => [name, t! * factor]))
      const problem = { ...free, targets }
      const exact = await optimiseWeights(problem)
      const tried = await optimiseByEnumeration(problem, byFormula(problem))
      statuses.add(tried.status)
      expect(tried.status).toBe(exact.status)
      expect(tried.weights).toEqual(exact.weights)
      expect(tried.conflicts).toEqual(exact.conflicts)
      expect(tried.predicted.map(({ name, meetsTarget }) => [name, meetsTarget])).toEqual(
        exact.predicted.map(({ name, meetsTarget }) => [name, meetsTarget]),
      )
    }
    expect([...statuses].sort()).toEqual(['infeasible', 'optimal'])
  })

  test('applies each factor to the objective and the comparison with the target', async () => {
    const free = evenProblem(3, 5, { objective: 'mean-over-requests', mode: 'keep-targets' })
    const now = byFormula(free)(free.currentWeights).get('vm1')!
    const problem = { ...free, factors: { vm1: 3 }, targets: { vm1: 2.9 * now } }
    const solution = await optimiseByEnumeration(problem, byFormula(problem))
    const { predicted, weights, objective } = solution
    expect(predicted[0]!.meetsTarget).toBe(true)
    expect(predicted[0]!.modelSeconds).toBe(byFormula(problem)(weights!).get('vm1'))
    expect(predicted[0]!.predictedSeconds).toBeCloseTo(3 * predicted[0]!.modelSeconds!, 12)
    const shown = predicted.map((each) => each.predictedSeconds!)
    expect(objective.after).toBeCloseTo(shown.reduce((a, b) => a + b) / 3, 12)
  })

  test('changes weights no further than the least gain requires', async () => {
    const load = drawnLoad(3, 5)
    const problem = { ...paperProblem, load, currentWeights: equalWeights(load) }
    const least = await optimiseByEnumeration(problem, byFormula(problem))
    const near = await optimiseByEnumeration(problem, byFormula(problem), { leastGain: 0.1 })
    const change = (shares: Record<string, number>) =>
      Object.values(shares).reduce((sum, value) => sum + Math.abs(value - 1 / 3), 0)
    expect(change(near.shares!)).toBeLessThan(change(least.shares!))
    const [bound, after] = [near.proof.bound!, near.objective.after!]
    expect(bound).toBe(least.objective.after)
    expect(bound).toBeGreaterThanOrEqual(0.9 * after)
    expect(near.proof.gap).toBeCloseTo(after / bound - 1, 12)
    // When nothing can be gained, nothing is changed.
    const flat = await optimiseByEnumeration(
      problem,
      () => new Map(load.domains.map(({ name }) => [name, 1])),
      {
        leastGain: 0.01,
      },
    )
    expect(change(flat.shares!)).toBeLessThan(0.07)
  })

  test('reports an infinite objective where the model has no finite answer at all', async () => {
    const problem = evenProblem(2, 3, {})
    const solution = await optimiseByEnumeration(problem, () => new Map())
    expect(solution).toMatchObject({ status: 'infeasible', weights: null })
    expect(solution.objective).toEqual({ name: 'total-delay', before: null, after: null })
  })

  test('rejects a grid of too many allocations, and announces that beforehand', async () => {
    const load = drawnLoad(12, 7)
    const problem = { ...paperProblem, load, currentWeights: equalWeights(load) }
    expect(allocationsToTry(problem)).toBeNull()
    expect(allocationsToTry(paperProblem)).toBe(171)
    await expect(optimiseByEnumeration(problem, byFormula(problem))).rejects.toMatchObject({
      code: 'grid-too-large',
      details: { allocations: 75582 },
    })
  })

  test('stops when aborted', async () => {
    const abort = AbortSignal.abort(new Error('enough'))
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return new Map()
    }
    const asked = optimiseByEnumeration(evenProblem(3, 5, {}), slow, { signal: abort })
    await expect(asked).rejects.toThrow('enough')
  })
})

test('counts allocations without listing them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ min: fc.integer({ min: 0, max: 4 }), kept: fc.boolean() }), {
        minLength: 2,
        maxLength: 4,
      }),
      (drawn) => {
        const load = drawnLoad(drawn.length, 5)
        const bounds = Object.fromEntries(
          drawn.map(({ min }, index) => [`vm${index + 1}`, { minShare: min / 10, maxShare: 0.7 }]),
        )
        const excluded = drawn.flatMap(({ kept }, index) => (kept ? [`vm${index + 1}`] : []))
        const problem = {
          ...paperProblem,
          load,
          currentWeights: equalWeights(load),
          bounds,
          excluded,
        }
        fc.pre(excluded.length < drawn.length)
        const grid = (() => {
          try {
            return poseGrid(problem).grid
          } catch {
            return null
          }
        })()
        fc.pre(grid !== null)
        expect(countAllocations(grid!)).toBe([...allocations(grid!)].length)
      },
    ),
    { numRuns: 50 },
  )
})
