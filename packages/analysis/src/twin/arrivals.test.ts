import { expect, it } from 'vitest'
import { within } from './arrivals.ts'

const arrivals = {
  domain: 'vm1',
  startEpochSeconds: 100,
  offsetsSeconds: Float64Array.of(0, 4, 5, 9.5, 10, 30),
  resolution: 'second' as const,
}

it('keeps the arrivals from the first moment up to, but not at, the last', () => {
  const found = within(arrivals, 105, 110)
  expect([...found.offsetsSeconds]).toEqual([0, 4.5])
  expect(found).toMatchObject({ domain: 'vm1', startEpochSeconds: 105, resolution: 'second' })
})

it('may begin before the first one', () => {
  expect([...within(arrivals, 90, 105).offsetsSeconds]).toEqual([10, 14])
  expect([...within(arrivals, 200, 300).offsetsSeconds]).toEqual([])
})

it('leaves the kept arrivals as they are', () => {
  within(arrivals, 105, 110)
  expect([...arrivals.offsetsSeconds]).toEqual([0, 4, 5, 9.5, 10, 30])
})
