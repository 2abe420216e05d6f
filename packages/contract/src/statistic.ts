import { z } from 'zod'
import { STATISTICS } from './choices.ts'

export const Statistic = z
  .enum(STATISTICS)
  .describe(
    'Statistic of the response times of single requests: 95th percentile, mean or 99th percentile.',
  )
export type Statistic = z.infer<typeof Statistic>

const PERCENTILES = Statistic.exclude(['mean']).options
type Percentile = (typeof PERCENTILES)[number]

export function byPercentile<T>(of: () => T): Record<Percentile, T> {
  return Object.fromEntries(PERCENTILES.map((each) => [each, of()])) as Record<Percentile, T>
}

/** By the fields that have the milliseconds of each percentile. */
export function percentilesMs<T>(of: (percentile: Percentile) => T): Record<`${Percentile}Ms`, T> {
  const fields = PERCENTILES.map((each) => [`${each}Ms`, of(each)])
  return Object.fromEntries(fields)
}
