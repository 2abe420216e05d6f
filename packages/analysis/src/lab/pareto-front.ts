import { type Interval, interval } from '@steelyard/simulator'

/** A difference in fairness up to this is treated as none. */
const SAME_FAIRNESS = 1e-3
/** A mean that may be longer by up to this fraction counts as no worse. */
const SAME_MEAN = 0.05

/** The replications of a point, by seed; all points are played with the same seeds. */
interface SweptPoint {
  /** Smaller is better. */
  means: ReadonlyMap<number, number>
  /** Larger is better. */
  fairness: ReadonlyMap<number, number>
}

/**
 * Marks the points that no other point dominates. A point is dominated by one that is better in one
 * criterion beyond chance, and certainly no worse in the other. Differences are taken seed by seed;
 * with n points each is compared with n − 1 others, so every interval is one at 1 − 0.05 / (n − 1).
 *
 * The front is never empty: a dominating point never has a longer mean, and if its mean is no
 * shorter, it has more fairness.
 */
export function markParetoFront<P extends SweptPoint>(
  points: readonly P[],
): (P & { pareto: boolean; tiedForSoonest: boolean })[] {
  const others = points.length - 1
  const soonest = points
    .filter(({ means }) => means.size > 0)
    .toSorted((a, b) => meanOf(a.means) - meanOf(b.means))[0]
  return points.map((point) => ({
    ...point,
    pareto:
      point.means.size > 0 &&
      point.fairness.size > 0 &&
      !points.some((other) => beats(other, point, others)),
    tiedForSoonest:
      soonest !== undefined && point.means.size > 0 && !isSooner(soonest, point, others),
  }))
}

function isSooner(one: SweptPoint, than: SweptPoint, comparisons: number): boolean {
  const change = difference(one.means, than.means, comparisons)
  return change !== null && high(change) < 0
}

function beats(other: SweptPoint, point: SweptPoint, comparisons: number): boolean {
  const longer = difference(other.means, point.means, comparisons)
  const fairer = difference(other.fairness, point.fairness, comparisons)
  if (longer === null || fairer === null) return false
  const isNoLonger = longer.mean <= 0 && high(longer) <= SAME_MEAN * meanOf(point.means)
  const isNoLessFair = low(fairer) >= -SAME_FAIRNESS
  const isFairer = low(fairer) > 0 && fairer.mean > SAME_FAIRNESS
  return (high(longer) < 0 && isNoLessFair) || (isFairer && isNoLonger)
}

/** Paired difference by seed. Null when the two have fewer than two seeds in common. */
function difference(
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
  comparisons: number,
): Interval | null {
  const differences = [...one].flatMap(([seed, value]) => {
    const than = other.get(seed)
    return than === undefined ? [] : [value - than]
  })
  return differences.length < 2 ? null : interval(differences, comparisons)
}

const low = ({ mean, halfWidth }: Interval) => mean - halfWidth!
const high = ({ mean, halfWidth }: Interval) => mean + halfWidth!

function meanOf(values: ReadonlyMap<number, number>): number {
  return interval([...values.values()]).mean
}
