import { delayAware } from '@steelyard/model'
import { expect, test } from 'vitest'
import { predict, predictionsOf } from './predict.ts'
import { paperProblem } from './problems.fixture.ts'

test('without factors and targets, predicts the times of the model', () => {
  const times = new Map([
    ['vm1', 0.01],
    ['vm2', null],
  ])
  const untargeted = { targetSeconds: null, softTargetSeconds: null, meetsTarget: null }
  expect(predictionsOf(paperProblem, times)).toEqual([
    { name: 'vm1', modelSeconds: 0.01, predictedSeconds: 0.01, ...untargeted },
    { name: 'vm2', modelSeconds: null, predictedSeconds: null, ...untargeted },
    { name: 'vm3', modelSeconds: null, predictedSeconds: null, ...untargeted },
  ])
})

test('compares factor times model with the target', () => {
  const problem = {
    ...paperProblem,
    factors: { vm1: 3, vm2: 0.5 },
    targets: { vm1: 0.02, vm2: 0.02, vm3: 0.02 },
  }
  const times = new Map([
    ['vm1', 0.01],
    ['vm2', 0.03],
  ])
  const found = predictionsOf(problem, times)
  expect(found.map(({ modelSeconds }) => modelSeconds)).toEqual([0.01, 0.03, null])
  expect(found.map(({ predictedSeconds }) => predictedSeconds)).toEqual([0.03, 0.015, null])
  expect(found.map(({ targetSeconds }) => targetSeconds)).toEqual([0.02, 0.02, 0.02])
  expect(found.map(({ meetsTarget }) => meetsTarget)).toEqual([false, true, null])
})

test('a time at the target keeps it, rounding errors included', () => {
  const keeps = (seconds: number) =>
    predictionsOf({ ...paperProblem, targets: { vm1: 0.02 } }, new Map([['vm1', seconds]]))[0]!
      .meetsTarget
  expect(keeps(0.02)).toBe(true)
  expect(keeps(0.02 * (1 + 9e-6))).toBe(true)
  expect(keeps(0.02 * (1 + 1.1e-5))).toBe(false)
})

test('predicts by the published formula at the weights asked for', () => {
  const weights = { 'Domain-0': 256, vm1: 512, vm2: 256, vm3: 128 }
  for (const normalisation of ['guests', 'with-domain-0'] as const) {
    const load = { ...paperProblem.load, domain0: domain0() }
    const problem = { ...paperProblem, load, normalisation }
    const { domains } = delayAware.estimate(load, weights, { normalisation })
    expect(predict(problem, weights).map(({ modelSeconds }) => modelSeconds)).toEqual(
      domains.map(({ responseTimeSeconds }) => responseTimeSeconds),
    )
  }
})

function domain0() {
  return { serviceTimeSeconds: 0.002, ioRequestsPerSecond: 50, delayPerIoSeconds: 0.001 }
}

test('predicts nothing for a domain without arrivals, and no kept target either', () => {
  const load = structuredClone(paperProblem.load)
  load.domains[1]!.arrivalRatePerSecond = 0
  const found = predict({ ...paperProblem, load, targets: { vm2: 1 } }, paperProblem.currentWeights)
  expect(found[1]).toEqual({
    name: 'vm2',
    modelSeconds: null,
    predictedSeconds: null,
    targetSeconds: 1,
    softTargetSeconds: null,
    meetsTarget: null,
  })
})
