import { delayAware, type Weights } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { sdpsBoundTimes, sdpsTimes } from '../sdps-model.fixture.ts'
import { optimiseByEnumeration } from './optimise-by-enumeration.ts'
import { searchWeights } from './search-weights.ts'

function problemOf(n: number, changes: Partial<WeightProblem> = {}): WeightProblem {
  const load = drawnLoad(n, 9)
  return { ...paperProblem, load, currentWeights: equalWeights(load), ...changes }
}

/** The published formula, with a counter of its evaluations. */
function counted({ load, normalisation }: WeightProblem) {
  const asked: Weights[] = []
  const predict = (weights: Weights) => {
    asked.push(weights)
    const { domains } = delayAware.estimate(load, weights, { normalisation })
    return new Map(domains.map((domain) => [domain.name, domain.responseTimeSeconds]))
  }
  return { asked, predict }
}

describe('searchWeights', () => {
  test('finds the optimum of the grid where there is a single local optimum', async () => {
    const problem = problemOf(3)
    const { predict, asked } = counted(problem)
    const best = await optimiseByEnumeration(problem, predict)
    asked.length = 0
    const found = await searchWeights(problem, predict, { maxEvaluations: 500 })
    expect(found.weights).toEqual(best.weights)
    expect(found).toMatchObject({ status: 'not-proven', proof: { engine: 'search', gap: null } })
    expect(asked.length).toBeLessThan(171)
  })

  test('starts from the best candidate and respects the maximum number of evaluations', async () => {
    const problem = problemOf(4)
    const { predict } = counted(problem)
    const best = await optimiseByEnumeration(problem, predict)
    const { predict: again, asked } = counted(problem)
    const found = await searchWeights(problem, again, {
      candidates: [best.weights!],
      maxEvaluations: 4,
    })
    expect(found.weights).toEqual(best.weights)
    // One more evaluation, of the weights in force.
    expect(asked.length).toBeLessThanOrEqual(5)
  })

  test('ends when time is up, with the weights in force as its answer', async () => {
    const problem = problemOf(4)
    const { predict } = counted(problem)
    const found = await searchWeights(problem, predict, { maxEvaluations: 500, isOver: () => true })
    expect(Object.values(found.weights!)).toEqual([256, 256, 256, 256, 256])
  })

  test('keeps weights that others hardly improve on', async () => {
    const problem = problemOf(3)
    const { predict } = counted(problem)
    const best = await optimiseByEnumeration(problem, predict)
    const gain = 1 - best.objective.after! / best.objective.before!
    const options = { candidates: [best.weights!], maxEvaluations: 500 }
    const less = await searchWeights(problem, predict, { ...options, leastGain: 1.1 * gain })
    // The nearest to thirds on a grid of twenty steps.
    expect(Object.values(less.weights!)).toEqual([256, 269, 269, 230])
    // Among allocations within the least gain, it returns the one nearest to the weights in force.
    const enough = await searchWeights(problem, predict, { ...options, leastGain: 0.5 * gain })
    const value = enough.objective.after!
    expect(best.objective.after!).toBeGreaterThanOrEqual(value * (1 - 0.5 * gain))
    const change = ({ weights }: typeof best) =>
      Object.values(weights!).reduce((sum, weight) => sum + Math.abs(weight - 256), 0)
    expect(change(enough)).toBeLessThan(change(best))
    expect(change(enough)).toBeGreaterThan(0)
  })

  test('respects bounds and excluded domains, and prefers allocations nearer to the targets', async () => {
    const free = problemOf(3)
    const { predict } = counted(free)
    const now = predict(free.currentWeights)
    const problem: WeightProblem = {
      ...free,
      mode: 'keep-targets',
      targets: { vm1: 0.8 * now.get('vm1')! },
      bounds: { vm2: { minShare: 0.3 } },
      excluded: ['vm3'],
    }
    const found = await searchWeights(problem, predict, { maxEvaluations: 200 })
    expect(found.weights!.vm3).toBe(256)
    expect(found.shares!.vm2).toBeGreaterThanOrEqual(0.3 - 1e-9)
    const vm1 = found.predicted.find(({ name }) => name === 'vm1')!
    expect(vm1.modelSeconds!).toBeLessThan(now.get('vm1')!)
  })

  test('with targets, also starts from weights that miss them all by the same ratio', async () => {
    const free = problemOf(3)
    const now = counted(free).predict(free.currentWeights)
    const targets = { vm1: 0.5 * now.get('vm1')! }
    const aloneSeconds = { vm1: 0.01, vm2: 0.01, vm3: 0.01 }
    const asks = async (changes: Partial<WeightProblem>) => {
      const problem = { ...free, ...changes }
      const { predict, asked } = counted(problem)
      const found = await searchWeights(problem, predict, { maxEvaluations: 500 })
      expect(found.proof.solveSeconds).toBeLessThan(60)
      return asked.some((weights) => weights.vm1 === 65535)
    }
    expect(await asks({ targets, mode: 'keep-targets' })).toBe(true)
    expect(await asks({ targets, objective: 'meet-targets', aloneSeconds })).toBe(true)
    expect(await asks({ targets })).toBe(false)
  })

  test('with bounds of the model, proves the optimum of an enumeration', async () => {
    const drawn = problemOf(2).load
    const load = {
      ...drawn,
      scheduler: 'credit' as const,
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      // Each uses 0.3 of the pCPU.
      domains: drawn.domains.map((domain) => ({
        ...domain,
        arrivalRatePerSecond: 0.3 / domain.serviceTimeSeconds,
        vCpus: 1,
      })),
    }
    const problem = problemOf(2, { load, stepShare: 0.1 })
    const predict = sdpsTimes(load)
    const best = await optimiseByEnumeration(problem, predict)
    const options = { maxEvaluations: 500, boundTimes: sdpsBoundTimes(load) }
    const found = await searchWeights(problem, predict, options)
    expect(found).toMatchObject({ status: 'optimal', proof: { engine: 'branch-and-bound' } })
    expect(found.objective.after).toBeCloseTo(best.objective.after!, 12)
    expect(found.proof.gap!).toBeLessThan(1e-6)
    // The first part of the grid alone proves little.
    const hurried = await searchWeights(problem, predict, { ...options, mostBoxes: 0 })
    expect(hurried.objective.after!).toBeGreaterThanOrEqual(hurried.proof.bound! * (1 - 1e-9))
  })
})
