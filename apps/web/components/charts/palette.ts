const COLORS = [
  'var(--series-delay-aware)',
  'var(--series-sandpiper)',
  'var(--series-measured-wait)',
  'var(--series-sdps)',
  'var(--series-twin)',
] as const

/** For lines and dots that stand for no estimator. The colours come round after this many. */
export const COLOR_COUNT = COLORS.length

export function colorAt(index: number): string {
  return COLORS[index % COLOR_COUNT] ?? COLORS[0]
}
