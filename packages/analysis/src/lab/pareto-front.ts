import { type Interval, interval } from '@steelyard/simulator'

/** Fairness that is less by no more than this is no worse: nobody would notice. */
const SAME_FAIRNESS = 1e-3
/** Of a mean: one that may be longer by no more than this is no worse. */
const SAME_MEAN = 0.05

/** What the replications of a point showed, by seed: points are played with the same seeds. */
export interface SweptPoint {
  /** Less is better. */
  means: ReadonlyMap<number, number>
  /** More is better. */
  fairness: ReadonlyMap<number, number>
}

/**
 * Marks the points that no other beats. Beaten is a point by one that is better in one of the two beyond
 * chance, and in the other certainly no worse. Differences are taken seed by seed; with n points each is
 * compared with n − 1 others, so every interval is one at 1 − 0.05 / (n − 1).
 *
 * Never empty: whoever beats another has no longer a mean, and where it is no shorter, more fairness.
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

/** Seed by seed; null where fewer than two seeds are known of both. */
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
