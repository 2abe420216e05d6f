import { expect, test } from 'vitest'
import { table3 } from '../../papers/paper0/intervals.ts'
import { asCpuTime, copes, exponentialRule, factorsOf, sandpiperRule } from './sandpiper.ts'

const { rates } = table3[4]

test('with the CPU time and even arrivals every VM copes, because lambda_cap is 1/s (E0.12)', () => {
  const rule = sandpiperRule(rates, asCpuTime)
  expect(factorsOf(rule)).toBe('0.30 / 0.30 / 0.29')
  expect(copes(rule)).toBe(true)
})

test('with exponential traffic VM1 can serve 8.43 requests a second of its 45', () => {
  const [vm1] = exponentialRule(rates)
  expect(vm1!.lambdaCapPerSecond).toBeCloseTo(8.43, 2)
  expect(vm1!.factor).toBeCloseTo(5.34, 2)
})

test('logged durations beyond the target leave no rate at all', () => {
  const logged = asCpuTime.map(({ mean }) => ({ mean: mean + 0.003, standardDeviation: 0.001 }))
  const rule = sandpiperRule(rates, logged)
  expect(factorsOf(rule)).toMatch(/^impossible \/ impossible \/ 0/)
  expect(copes(rule)).toBe(false)
})
