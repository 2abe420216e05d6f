import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Run, readRun } from '../recordings/read-run.ts'
import {
  analysedStretches,
  haveSameArrivals,
  haveSameWeights,
  measuredIn,
  type Stretch,
  stretchesLike,
} from './product-stretches.ts'

const samples = path.resolve(import.meta.dirname, '../../../samples')
let equal: Run
let changed: Run
beforeAll(async () => {
  equal = await readRun(path.join(samples, 'paper-table3-equal'))
  changed = await readRun(path.join(samples, 'paper-table3-reweighted'))
})

const named = ({ run, index, phases }: Stretch) => [
  run.name.replace('paper-table3-', ''),
  index,
  phases.length,
]

test('each phase is analysed, and everything since the last change of weights', () => {
  const whole = analysedStretches(equal).at(-1)!
  expect(named(whole)).toEqual(['equal', 0, 7])
  expect(analysedStretches(equal)).toHaveLength(8)
  const since = analysedStretches(changed).at(-1)!
  expect(since.phases.length).toBeLessThan(7)
  expect(since.toEpochSeconds).toBe(changed.phases.at(-1)!.span.toEpochSeconds)
  for (const { weights } of since.phases) expect(weights).toEqual(changed.phases.at(-1)!.weights)
})

test('without a CPU trace nothing is analysed', () => {
  const phases = equal.phases.map((phase) => ({ ...phase, utilisation: null }))
  expect(analysedStretches({ ...equal, phases })).toEqual([])
})

test('stretches of the same load are those with the same rates, in the same order', () => {
  const busy = analysedStretches(equal)[5]!
  expect(stretchesLike(busy, [equal, changed]).map(named)).toEqual([
    ['equal', 4, 1],
    ['equal', 6, 1],
    ['reweighted', 4, 1],
    ['reweighted', 5, 1],
    ['reweighted', 6, 1],
  ])
  const [calm] = analysedStretches(equal)
  expect(stretchesLike(calm!, [equal, changed]).map(named)).toEqual([['reweighted', 0, 1]])
})

test('stretches have the same arrivals at the same place of the same plan only', () => {
  const busy = analysedStretches(equal)[5]!
  const others = stretchesLike(busy, [equal, changed])
  expect(others.map((other) => haveSameArrivals(busy, other))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
  const weights = others.map((other) => haveSameWeights(busy, other))
  expect(weights.slice(0, 2)).toEqual([true, true])
  expect(weights.at(-1)).toBe(false)
})

test('the log shows what is compared, not the clients', () => {
  const busy = analysedStretches(equal)[5]!
  const { mean, p95 } = measuredIn(busy, 'vm1')!
  expect(mean).toBeCloseTo(busy.phases[0]!.logged.get('vm1')!, 3)
  expect(mean).toBeLessThan(busy.phases[0]!.truth.get('vm1')!.mean)
  expect(p95).toBeGreaterThan(mean)
  expect(measuredIn(busy, 'vm9')).toBeNull()
})
