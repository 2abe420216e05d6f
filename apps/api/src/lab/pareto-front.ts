/** Fairness that differs by less is the same: so much is chance. */
const SAME_FAIRNESS = 1e-3

interface Point {
  /** Less is better. */
  meanMs: number | null
  /** More is better. */
  fairness: number | null
}

/** Marks the points that no other beats: none is as good in both and better in one. */
export function markParetoFront<P extends Point>(
  points: readonly P[],
): (P & { pareto: boolean })[] {
  return points.map((point) => ({
    ...point,
    pareto:
      point.meanMs !== null &&
      point.fairness !== null &&
      !points.some((other) => beats(other, point as Known)),
  }))
}

interface Known {
  meanMs: number
  fairness: number
}

function beats({ meanMs, fairness }: Point, than: Known): boolean {
  if (meanMs === null || fairness === null) return false
  const fairer = fairness - than.fairness
  if (meanMs > than.meanMs || fairer < -SAME_FAIRNESS) return false
  return meanMs < than.meanMs || fairer > SAME_FAIRNESS
}
