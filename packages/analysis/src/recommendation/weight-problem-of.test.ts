import { optimiseWeights } from '@steelyard/solver'
import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleSettings } from '../settings.fixture.ts'
import { weightProblemOf } from './weight-problem-of.ts'

it('counts domains without a load, so that a new sum leaves Domain-0 enough', async () => {
  const { load, weights } = exampleLoad()
  const problem = weightProblemOf(
    {
      load,
      seconds: 60,
      weights: { ...weights, vm3: 1000, vm4: 500 },
      targets: [],
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
