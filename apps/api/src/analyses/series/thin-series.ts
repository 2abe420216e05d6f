/**
 * Returns at most `maxPoints` of the points, in order. Each segment of equal length keeps its
 * highest and its lowest point, so that every peak stays visible. Points without a value are kept
 * only where a segment has no others, so that gaps stay gaps.
 */
export function thinSeries<Point>(
  points: readonly Point[],
  maxPoints: number,
  heightOf: (point: Point) => number | null,
): Point[] {
  if (points.length <= maxPoints) return [...points]
  const stretches = Math.floor(maxPoints / 2)
  const kept: Point[] = []
  for (let i = 0; i < stretches; i++) {
    const from = Math.floor((i * points.length) / stretches)
    const to = Math.floor(((i + 1) * points.length) / stretches)
    kept.push(...extremes(points.slice(from, to), heightOf))
  }
  return kept
}

function extremes<Point>(
  stretch: readonly Point[],
  heightOf: (point: Point) => number | null,
): Point[] {
  let lowest: { index: number; value: number } | null = null
  let highest: { index: number; value: number } | null = null
  stretch.forEach((point, index) => {
    const value = heightOf(point)
    if (value === null) return
    if (!lowest || value < lowest.value) lowest = { index, value }
    if (!highest || value > highest.value) highest = { index, value }
  })
  const indices = [lowest, highest].flatMap((e: { index: number } | null) => (e ? [e.index] : []))
  const inOrder = [...new Set(indices.length > 0 ? indices : [0])].sort((a, b) => a - b)
  return inOrder.map((index) => stretch[index]!)
}
