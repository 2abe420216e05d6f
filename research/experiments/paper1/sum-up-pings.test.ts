import { expect, it } from 'vitest'
import { sumUpPings } from './sum-up-pings.ts'

it('sums up the last two thirds', () => {
  const { meanMs, withinTenMs, withinTwentyMs } = sumUpPings([900, 800, 5, 10, 15, 30])
  expect(meanMs).toBe(15)
  expect([withinTenMs, withinTwentyMs]).toEqual([0.5, 0.75])
})
