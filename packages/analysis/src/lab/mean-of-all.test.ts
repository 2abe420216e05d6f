import { expect, it } from 'vitest'
import { meanOfAllSeconds } from './mean-of-all.ts'

const domain = (answered: number, mean: number | null) =>
  ({ requests: { answered, responseTime: { mean } } }) as never
const silent = { requests: null } as never

it('weighs each domain by its answered requests', () => {
  expect(meanOfAllSeconds({ domains: [domain(30, 0.1), domain(10, 0.5)] })).toBeCloseTo(0.2, 12)
})

it('leaves out domains without requests or without an answer', () => {
  expect(meanOfAllSeconds({ domains: [silent, domain(0, null), domain(10, 0.5)] })).toBe(0.5)
  expect(meanOfAllSeconds({ domains: [silent, domain(0, null)] })).toBeNull()
  expect(meanOfAllSeconds({ domains: [] })).toBeNull()
})
