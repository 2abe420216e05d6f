import type { Weights } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'
import { describe, expect, it } from 'vitest'
import { chooseWeights } from './choose-weights.ts'
import { formulaPredictors, remembering } from './predictors.ts'

function problemOf(domains: number): WeightProblem {
  const load = {
    domains: Array.from({ length: domains }, (_, index) => ({
      ...{ name: `vm${index + 1}`, arrivalRatePerSecond: 20 + 5 * index },
      serviceTimeSeconds: 0.02 / domains,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    physicalCpus: 1,
  }
  const currentWeights = Object.fromEntries(
    ['Domain-0', ...load.domains.map(({ name }) => name)].map((name) => [name, 256]),
  )
  return {
    ...{ load, currentWeights, stepShare: 0.1, normalisation: 'guests' },
    mode: 'minimise-total-delay',
  }
}

const predictorsOf = ({ load, currentWeights }: WeightProblem) =>
  formulaPredictors(load, currentWeights, {})

describe('chooseWeights', () => {
  it('proves, tries all or searches, as far as each model allows', async () => {
    const problem = problemOf(3)
    const predictors = predictorsOf(problem)
    const asked: Weights[] = []
    const twin = remembering((weights) => {
      asked.push(weights)
      return predictors.sdps!(weights)
    })
    const choices = await chooseWeights(
      problem,
      { ...predictors, twin },
      {
        ...{ used: 'sdps', twinEvaluations: 4, timeLimitSeconds: 20 },
      },
    )
    expect([...choices].map(([by, { proof }]) => [by, proof.engine])).toEqual([
      ['delay-aware', expect.stringMatching(/milp|relaxation/)],
      ['sdps', 'enumeration'],
      ['twin', 'search'],
    ])
    const { before, after } = choices.get('twin')!.totalDelaySeconds
    expect(after!).toBeLessThanOrEqual(before!)
    // Equal domains: there is nothing to gain, so as little as the grid allows is changed.
    for (const weight of Object.values(choices.get('sdps')!.weights!)) {
      expect(Math.abs(weight - 256)).toBeLessThanOrEqual(52)
    }
    expect(asked.length).toBeLessThanOrEqual(5)
  })

  it('searches where the grid is too large to try all of it', async () => {
    const problem = { ...problemOf(7), stepShare: 0.02 }
    const choices = await chooseWeights(problem, predictorsOf(problem), {
      ...{ used: 'delay-aware', twinEvaluations: 0, timeLimitSeconds: 1 },
    })
    expect(choices.get('sdps')).toMatchObject({ status: 'not-proven', proof: { engine: 'search' } })
  })

  it('raises the violators alone, whoever else could be asked', async () => {
    const problem = { ...problemOf(3), mode: 'raise-violator-only' as const }
    const { sdps, ...predictors } = predictorsOf(problem)
    const now = await predictors['delay-aware']!(problem.currentWeights)
    const targets = { vm1: 0.8 * now.get('vm1')! }
    const choices = await chooseWeights(
      { ...problem, targets },
      { ...predictors, sdps: sdps!, twin: sdps! },
      { used: 'twin', twinEvaluations: 4, timeLimitSeconds: 20 },
    )
    expect([...choices.keys()]).toEqual(['delay-aware'])
    const { vm1, ...others } = choices.get('delay-aware')!.weights!
    expect(vm1).toBeGreaterThan(256)
    expect(others).toEqual({ 'Domain-0': 256, vm2: 256, vm3: 256 })
  })

  it('asks the calibrated formula only where it is used, and has no choice without an answer', async () => {
    const problem = problemOf(3)
    const { sdps: _, ...predictors } = predictorsOf(problem)
    const choices = await chooseWeights(problem, predictors, {
      ...{ used: 'delay-aware', twinEvaluations: 4, timeLimitSeconds: 20 },
    })
    expect([...choices.keys()]).toEqual(['delay-aware'])
  })
})

describe('predictors', () => {
  it('are those that have an answer, and the published formula in any case', () => {
    const { load, currentWeights } = problemOf(2)
    const busier = (factor: number) => ({
      ...load,
      domains: load.domains.map((d) => ({
        ...d,
        arrivalRatePerSecond: factor * d.arrivalRatePerSecond,
      })),
    })
    expect(Object.keys(formulaPredictors(load, currentWeights, {}))).toEqual([
      'delay-aware',
      'sdps',
    ])
    expect(Object.keys(formulaPredictors(busier(4), currentWeights, {}))).toEqual(['delay-aware'])
  })

  it('that remember are asked once about the same weights', async () => {
    let times = 0
    const predict = remembering(() => new Map([['vm1', ++times]]))
    await predict({ vm1: 1, vm2: 2 })
    expect((await predict({ vm2: 2, vm1: 1 })).get('vm1')).toBe(1)
    expect((await predict({ vm2: 3, vm1: 1 })).get('vm1')).toBe(2)
  })
})
