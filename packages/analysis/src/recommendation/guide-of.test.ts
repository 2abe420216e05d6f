import type { HostLoad } from '@steelyard/model'
import { expect, it } from 'vitest'
import { answersAll, formulaPredictors, guideOf } from '../prediction/predictors.ts'

const loadAt = (utilisation: number): HostLoad => ({
  domains: [0.004, 0.01].map((serviceTimeSeconds, index) => ({
    name: `vm${index + 1}`,
    arrivalRatePerSecond: utilisation / 2 / serviceTimeSeconds,
    serviceTimeSeconds,
  })),
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 1,
})

const weights = { 'Domain-0': 256, vm1: 256, vm2: 256 }
const rangeOf = (...utilisations: number[]) => ({
  load: loadAt(0.9),
  weights,
  options: {},
  levels: utilisations.map((each) => ({ load: loadAt(each), seconds: 60 })),
  measuredBy: new Map([
    ['vm1', 'client' as const],
    ['vm2', 'client' as const],
  ]),
  targets: { statistic: 'p95' as const, worst: {} },
})

it('a guide answers where one level of load leaves the formula without an answer', async () => {
  const range = rangeOf(0.7, 1.09)
  expect((await formulaPredictors(range)).sdps).toBeUndefined()
  const guide = guideOf(range)!
  expect(answersAll(range.load, await guide.predict(weights))).toBe(true)
  const times = async (vm1: number) =>
    (await guide.predict({ ...weights, vm1, vm2: 512 - vm1 })).get('vm1')!.client!
  expect(await times(384)).toBeLessThan(await times(256))
})

it('a guide is the formula itself where the host can carry every level', async () => {
  const range = rangeOf(0.5, 0.9)
  const { sdps } = await formulaPredictors(range)
  expect(await guideOf(range)!.predict(weights)).toEqual(await sdps!.predict(weights))
})
