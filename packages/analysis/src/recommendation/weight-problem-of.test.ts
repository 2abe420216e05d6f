import { optimiseWeights } from '@steelyard/solver'
import { describe, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleSettings } from '../settings.fixture.ts'
import { type ProblemInput, weightProblemOf } from './weight-problem-of.ts'

/** Guests under one load each, with these weights. */
function inputOf(weights: number[], scarce: string[]): ProblemInput {
  const names = weights.map((_, i) => `vm${i + 1}`)
  const domains = names.map((name) => ({
    name,
    arrivalRatePerSecond: 10,
    serviceTimeSeconds: 0.01,
  }))
  return {
    load: { domains } as unknown as ProblemInput['load'],
    seconds: 300,
    weights: {
      'Domain-0': 256,
      ...Object.fromEntries(names.map((name, i) => [name, weights[i]!])),
    },
    targets: [],
    softTargets: [],
    settings: exampleSettings,
    scarce,
    aloneSeconds: {},
  }
}

const leastOf = (...input: Parameters<typeof inputOf>) =>
  weightProblemOf(inputOf(...input), 'mean-slowdown').bounds

describe('what is scarcely measured keeps its share', () => {
  it('to the nearest step', () => {
    expect(leastOf([352, 352, 296], ['vm1', 'vm3'])).toEqual({
      vm1: { minShare: 7 * 0.05 },
      vm3: { minShare: 6 * 0.05 },
    })
  })

  it('or to the one below, where the others need room', () => {
    const eight = [1, 1, 1, 1, 1, 1, 1, 1]
    const all = eight.map((_, i) => `vm${i + 1}`)
    const least = Object.values(leastOf(eight, all)!)
    expect(least).toEqual(eight.map(() => ({ minShare: 2 * 0.05 })))
  })

  it('as far as there is room at all', () => {
    const crowd = Array.from({ length: 25 }, () => 1)
    expect(leastOf(crowd, ['vm1', 'vm2'])).toEqual({})
  })

  it('unless the operator bounds it', () => {
    const input = inputOf([500, 500], ['vm1'])
    const bounds = [{ domain: 'vm1', minShare: null, maxShare: 0.3 }]
    const settings = { ...exampleSettings, bounds }
    expect(weightProblemOf({ ...input, settings }, 'mean-slowdown').bounds).toEqual({
      vm1: { maxShare: 0.3 },
    })
  })
})

it('counts domains without a load, so that a new sum leaves Domain-0 enough', async () => {
  const { load, weights } = exampleLoad()
  const problem = weightProblemOf(
    {
      load,
      seconds: 60,
      weights: { ...weights, vm3: 1000, vm4: 500 },
      targets: [],
      softTargets: [],
      scarce: [],
      settings: { ...exampleSettings, integerMapping: 'scale-5120' },
      aloneSeconds: {},
    },
    'total-delay',
  )
  expect(problem.currentWeights).toEqual({ 'Domain-0': 256, vm1: 256, vm2: 256 })
  const { weights: found } = await optimiseWeights(problem)
  // All others together may have twenty times Domain-0's 256.
  expect(found!.vm1! + found!.vm2!).toBe(20 * 256 - 1500)
})
