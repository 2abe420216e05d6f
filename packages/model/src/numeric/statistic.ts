/** One time in so many is longer than the percentile. */
export const ONE_IN = { p95: 20, p99: 100 } as const

export type Percentile = keyof typeof ONE_IN

/** What a target of response times may be about: a percentile of them, or their mean. */
export type Statistic = 'mean' | Percentile

const PERCENTILES = Object.keys(ONE_IN) as Percentile[]
export const STATISTICS: readonly Statistic[] = ['mean', ...PERCENTILES]

export function byPercentile<T>(of: (fraction: number) => T): Record<Percentile, T> {
  const values = PERCENTILES.map((each) => [each, of(1 - 1 / ONE_IN[each])])
  return Object.fromEntries(values)
}

export function byStatistic<T>(of: (statistic: Statistic) => T): Record<Statistic, T> {
  return Object.fromEntries(STATISTICS.map((each) => [each, of(each)])) as Record<Statistic, T>
}

/** By the fields that have the seconds of each statistic. */
export function secondsByStatistic<T>(
  of: (field: `${Statistic}Seconds`) => T,
): Record<`${Statistic}Seconds`, T> {
  const fields = STATISTICS.map((each) => `${each}Seconds` as const)
  return Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<
    `${Statistic}Seconds`,
    T
  >
}
