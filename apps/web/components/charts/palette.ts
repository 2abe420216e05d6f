const COLORS = [
  'var(--series-4)',
  'var(--series-5)',
  'var(--series-6)',
  'var(--series-2)',
  'var(--series-1)',
] as const

/** Colours for lines and dots that represent no estimator. They repeat after this many. */
export const COLOR_COUNT = COLORS.length

export function colorAt(index: number): string {
  return COLORS[index % COLOR_COUNT] ?? COLORS[0]
}
