type Shape = 'circle' | 'diamond' | 'triangle' | 'square' | 'star'

const colors = [
  'var(--series-delay-aware)',
  'var(--series-sandpiper)',
  'var(--series-measured-wait)',
  'var(--series-sdps)',
  'var(--series-twin)',
]
const shapes: Shape[] = ['circle', 'diamond', 'triangle', 'square', 'star']

/** Colour and shape by the place among the domains: shapes tell apart what colours do not. */
export function markOf(index: number): { color: string; shape: Shape } {
  const round = Math.floor(index / colors.length)
  return {
    color: colors[index % colors.length]!,
    shape: shapes[(index + round) % shapes.length]!,
  }
}
