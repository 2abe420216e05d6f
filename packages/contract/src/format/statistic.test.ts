import { expect, it } from 'vitest'
import { formatStatistic } from './statistic.ts'

it('names the statistic, and the window where there is one', () => {
  expect(formatStatistic('p95', null)).toBe('95th percentile of requests')
  expect(formatStatistic('p99', 10)).toBe('99th percentile of requests, in every 10 s')
  expect(formatStatistic('mean', 300)).toBe('mean of requests, in every 5 min')
})
