const COLORS = [
  'var(--series-delay-aware)',
  'var(--series-sandpiper)',
  'var(--series-measured-wait)',
  'var(--series-sdps)',
  'var(--series-twin)',
] as const

/** Colours for lines and dots that represent no estimator. They repeat after this many. */
export const COLOR_COUNT = COLORS.length

export function colorAt(index: number): string {
  return COLORS[index % COLOR_COUNT] ?? COLORS[0]
}
