/** What must not be lost when points are left out. */
interface Thinning<Point> {
  heightOf: (point: Point) => number | null
  /** What the point is marked with, such as the models that are saturated. */
  marksOf: (point: Point) => readonly string[]
}

/**
 * Returns at most `maxPoints` of the points, in order. Each segment of equal length keeps its
 * highest and its lowest point, so that every spike stays visible, and the point with the most
 * marks that neither of the two has. Points without a value are kept only where a segment has no
 * others, so that gaps stay gaps.
 */
export function thinSeries<Point>(
  points: readonly Point[],
  maxPoints: number,
  thinning: Thinning<Point>,
): Point[] {
  if (points.length <= maxPoints) return [...points]
  const stretches = Math.floor(maxPoints / 3)
  const kept: Point[] = []
  for (let i = 0; i < stretches; i++) {
    const from = Math.floor((i * points.length) / stretches)
    const to = Math.floor(((i + 1) * points.length) / stretches)
    kept.push(...representatives(points.slice(from, to), thinning))
  }
  return kept
}

function representatives<Point>(
  stretch: readonly Point[],
  { heightOf, marksOf }: Thinning<Point>,
): Point[] {
  const found = extremes(stretch, heightOf)
  const known = new Set(found.flatMap((index) => marksOf(stretch[index]!)))
  const fresh = stretch.map((point) => marksOf(point).filter((mark) => !known.has(mark)).length)
  const most = Math.max(...fresh)
  const kept = new Set(most > 0 ? [...found, fresh.indexOf(most)] : found)
  return [...kept].sort((a, b) => a - b).map((index) => stretch[index]!)
}

/** The positions of the lowest and the highest point, or of the first where none has a height. */
function extremes<Point>(
  stretch: readonly Point[],
  heightOf: (point: Point) => number | null,
): number[] {
  let lowest: { index: number; value: number } | null = null
  let highest: { index: number; value: number } | null = null
  stretch.forEach((point, index) => {
    const value = heightOf(point)
    if (value === null) return
    if (!lowest || value < lowest.value) lowest = { index, value }
    if (!highest || value > highest.value) highest = { index, value }
  })
  const found = [lowest, highest].flatMap((e: { index: number } | null) => (e ? [e.index] : []))
  return found.length > 0 ? found : [0]
}
