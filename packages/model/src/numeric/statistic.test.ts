import { expect, it } from 'vitest'
import { byPercentile, byStatistic, secondsByStatistic } from './statistic.ts'

it('says of each percentile how much lies up to it', () => {
  expect(byPercentile((fraction) => fraction)).toEqual({ p95: 0.95, p99: 0.99 })
})

it('has a value for each statistic, and for the field with its seconds', () => {
  expect(byStatistic((statistic) => statistic)).toEqual({ mean: 'mean', p95: 'p95', p99: 'p99' })
  const fields = Object.values(secondsByStatistic((field) => field))
  expect(fields).toEqual(['meanSeconds', 'p95Seconds', 'p99Seconds'])
})
