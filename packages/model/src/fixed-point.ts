/**
 * Without anything known, steps are taken longer than they come: those of the iterations here follow each
 * other in one direction.
 */
const STRIDE = 1.3
/** A step after which the distance has grown so much is not built on. */
const WORSE = 2
/** How many times as far as the distance a step may go: farther, the slope is a guess. */
const FARTHEST = 10

/**
 * The iteration x -> f(x) to a fixed point, sped up by what its last two steps tell of the slope of f
 * (Anderson 1965, depth 2): the next point is where the distance f(x) - x, taken for linear, would be
 * least. Where that leads away, it begins anew with a plain step.
 */
export class FixedPoint {
  /** Where f is to be taken next. */
  at: Float64Array
  #before: { at: Float64Array; distance: Float64Array }[] = []
  #least = Number.POSITIVE_INFINITY

  constructor(start: Float64Array) {
    this.at = start
  }

  /**
   * @param image f at `at`
   * @returns the greatest distance |f(x) - x| there
   */
  move(image: Float64Array): number {
    const { at } = this
    const distance = image.map((value, k) => value - at[k]!)
    const greatest = distance.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    if (greatest > WORSE * this.#least) this.#before = []
    this.#least = Math.min(this.#least, greatest)
    const steps = this.#before.map(({ at: from, distance: then }) => ({
      moved: at.map((value, k) => value - from[k]!),
      nearer: distance.map((value, k) => value - then[k]!),
    }))
    const parts = leastSquares(
      steps.map(({ nearer }) => nearer),
      distance,
    )
    const stride = steps.length === 0 ? STRIDE : 1
    this.#before = [{ at, distance }, ...this.#before].slice(0, 2)
    const most = FARTHEST * greatest
    this.at = at.map((value, k) => {
      const step = steps.reduce(
        (sum, { moved, nearer }, s) => sum - parts[s]! * (moved[k]! + nearer[k]!),
        stride * distance[k]!,
      )
      return value + Math.max(-most, Math.min(most, step))
    })
    return greatest
  }
}

/** Of none, one or two columns: the multiples that come nearest to the target in sum. */
function leastSquares(columns: readonly Float64Array[], target: Float64Array): number[] {
  const [a, b] = columns
  if (!a) return []
  const [aa, at] = [dot(a, a), dot(a, target)]
  if (!b) return [aa > 0 ? at / aa : 0]
  const [ab, bb, bt] = [dot(a, b), dot(b, b), dot(b, target)]
  const determinant = aa * bb - ab * ab
  // Two steps in one direction: one of them tells all.
  if (determinant <= 1e-14 * aa * bb) return [aa > 0 ? at / aa : 0, 0]
  return [(at * bb - bt * ab) / determinant, (bt * aa - at * ab) / determinant]
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let k = 0; k < one.length; k++) sum += one[k]! * other[k]!
  return sum
}
