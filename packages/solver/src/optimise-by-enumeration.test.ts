import { delayAware, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations, countAllocations } from './allocations.ts'
import { meanOverRequests } from './mean-over-requests.ts'
import { allocationsToTry, optimiseByEnumeration } from './optimise-by-enumeration.ts'
import { optimiseWeights } from './optimise-weights.ts'
import { poseGrid } from './pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from './problems.fixture.ts'
import type { Times } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'

/** The published formula, asked as any other model would be. */
function byFormula({ load, normalisation }: WeightProblem) {
  return (weights: Weights): Times =>
    new Map(
      delayAware
        .estimate(load, weights, { normalisation })
        .domains.map((domain) => [domain.name, domain.responseTimeSeconds]),
    )
}

/** With equal rates the mean over requests is D_total over the number of domains: what the MILP minimises. */
function evenProblem(n: number, seed: number, changes: Partial<WeightProblem>): WeightProblem {
  const drawn = drawnLoad(n, seed)
  const domains = drawn.domains.map((domain) => ({ ...domain, arrivalRatePerSecond: 40 }))
  const load = { ...drawn, domains }
  return {
    ...paperProblem,
    ...{ load, currentWeights: equalWeights(load), integerMapping: 'scale-5120' },
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
      expect(tried.totalDelaySeconds.after! * n).toBeCloseTo(exact.totalDelaySeconds.after!, 9)
      expect(tried.weights).toEqual(exact.weights)
      for (const [index, { stepUp, stepDown }] of tried.sensitivity.entries()) {
        const proven = exact.sensitivity[index]!
        for (const [own, other] of [
          [stepUp, proven.stepUp],
          [stepDown, proven.stepDown],
        ]) {
          expect(own!.totalDelayChangeSeconds! * n).toBeCloseTo(other!.totalDelayChangeSeconds!, 9)
        }
      }
    }
  })

  test('keeps targets, or proves with the same conflicts that none can', async () => {
    const statuses = new Set<string>()
    for (const factor of [0.6, 0.9, 0.97, 1.1]) {
      const free = evenProblem(3, 5, { mode: 'meet-targets-first' })
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

  test('holds anchored times against targets, as measured times are what counts', async () => {
    const problem = evenProblem(3, 5, { mode: 'meet-targets-first' })
    const now = byFormula(problem)(problem.currentWeights)
    const anchored = {
      ...problem,
      anchors: { vm1: 3 * now.get('vm1')! },
      targets: { vm1: 2.9 * now.get('vm1')! },
    }
    const solution = await optimiseByEnumeration(anchored, byFormula(problem))
    const { predicted, weights, totalDelaySeconds } = solution
    expect(predicted[0]).toMatchObject({ basis: 'anchored', meetsTarget: true })
    const then = byFormula(problem)(weights!).get('vm1')!
    expect(predicted[0]!.anchoredSeconds).toBeCloseTo(3 * then, 12)
    const shown = predicted.map((each) => each.anchoredSeconds ?? each.formulaSeconds!)
    expect(totalDelaySeconds.after).toBeCloseTo(shown.reduce((a, b) => a + b) / 3, 12)
  })

  test('changes weights no further than it gains by', async () => {
    const load = drawnLoad(3, 5)
    const problem = { ...paperProblem, load, currentWeights: equalWeights(load) }
    const least = await optimiseByEnumeration(problem, byFormula(problem))
    const near = await optimiseByEnumeration(problem, byFormula(problem), { leastGain: 0.1 })
    const change = (shares: Record<string, number>) =>
      Object.values(shares).reduce((sum, value) => sum + Math.abs(value - 1 / 3), 0)
    expect(change(near.shares!)).toBeLessThan(change(least.shares!))
    const [bound, after] = [near.proof.boundSeconds!, near.totalDelaySeconds.after!]
    expect(bound).toBe(least.totalDelaySeconds.after)
    expect(bound).toBeGreaterThanOrEqual(0.9 * after)
    expect(near.proof.gap).toBeCloseTo(after / bound - 1, 12)
    // Where nothing can be gained at all, nothing is changed.
    const flat = await optimiseByEnumeration(
      problem,
      () => new Map(load.domains.map(({ name }) => [name, 1])),
      {
        leastGain: 0.01,
      },
    )
    expect(change(flat.shares!)).toBeLessThan(0.07)
  })

  test('says how bad things are where the model has no finite answer at all', async () => {
    const problem = evenProblem(2, 3, {})
    const solution = await optimiseByEnumeration(problem, () => new Map())
    expect(solution).toMatchObject({ status: 'infeasible', weights: null })
    expect(solution.totalDelaySeconds).toEqual({ before: null, after: null })
  })

  test('refuses a grid of too many allocations, and says so before', async () => {
    const load = drawnLoad(12, 7)
    const problem = { ...paperProblem, load, currentWeights: equalWeights(load) }
    expect(allocationsToTry(problem)).toBeNull()
    expect(allocationsToTry(paperProblem)).toBe(171)
    await expect(optimiseByEnumeration(problem, byFormula(problem))).rejects.toMatchObject({
      code: 'grid-too-large',
      details: { allocations: 75582 },
    })
  })

  test('stops when it is told to', async () => {
    const abort = AbortSignal.abort(new Error('enough'))
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return new Map()
    }
    const asked = optimiseByEnumeration(evenProblem(3, 5, {}), slow, { signal: abort })
    await expect(asked).rejects.toThrow('enough')
  })
})

test('allocations are counted without listing them', () => {
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

test('the mean over requests weighs domains by their rate and leaves out idle ones', () => {
  const { load } = paperProblem
  const times = new Map([
    ['vm1', 0.01],
    ['vm2', 0.02],
    ['vm3', 0.03],
  ])
  expect(meanOverRequests(load, times)).toBeCloseTo((45 * 0.01 + 45 * 0.02 + 170 * 0.03) / 260, 12)
  expect(meanOverRequests(load, new Map(times).set('vm2', null as never))).toBeNull()
  const idle = { ...load, domains: load.domains.map((d) => ({ ...d, arrivalRatePerSecond: 0 })) }
  expect(meanOverRequests(idle, times)).toBeNull()
})
