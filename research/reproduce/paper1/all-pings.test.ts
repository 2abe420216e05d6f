import { expect, test } from 'vitest'
import { keptResult } from '../../experiments/kept-result.ts'
import { sumUpAllPings } from './all-pings.ts'

test('every ping counts, the first ones too', () => {
  const { meanMs, withinTenMs, withinTwentyMs } = sumUpAllPings([900, 800, 5, 10, 15, 30])
  expect(meanMs).toBeCloseTo(1760 / 6)
  expect([withinTenMs, withinTwentyMs]).toEqual([2 / 6, 3 / 6])
})

test('with stock credit, as many of the kept pings as published are answered within 10 ms', () => {
  const { policies } = keptResult<{ policies: { name: string; pingsMs: number[] }[] }>('paper1')
  const credit = policies.find(({ name }) => name === 'credit')!
  expect(sumUpAllPings(credit.pingsMs).withinTenMs).toBeCloseTo(0.35)
})
