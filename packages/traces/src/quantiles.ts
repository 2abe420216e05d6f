/** The percentiles that a window's durations are reduced to: the part of them up to each. */
export const QUANTILES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const

export type Quantile = keyof typeof QUANTILES

/** Of each quantile what `of` says, by the field that has its seconds. */
export function quantileSeconds<T>(of: (fraction: number) => T): Record<`${Quantile}Seconds`, T> {
  const fields = Object.entries(QUANTILES).map(([name, fraction]) => [
    `${name}Seconds`,
    of(fraction),
  ])
  return Object.fromEntries(fields)
}
