/**
 * Over-relaxation of a plain step: successive steps of the iterations here point in the same
 * direction.
 */
const STRIDE = 1.3
/** A step that increases the residual by this factor is discarded. */
const WORSE = 2
/** Longest step as a multiple of the residual; beyond it the estimated slope is a guess. */
const FARTHEST = 10

/**
 * The iteration x -> f(x) to a fixed point, accelerated by the slope of f that its last two steps
 * reveal (Anderson 1965, depth 2): the next point minimises the residual f(x) - x, assumed linear.
 * Where the residual grows instead, it restarts with a plain step.
 */
export class FixedPoint {
  /** The point at which f is to be evaluated next. */
  at: Float64Array
  #before: { at: Float64Array; distance: Float64Array }[] = []
  #least = Number.POSITIVE_INFINITY

  constructor(start: Float64Array) {
    this.at = start
  }

  /**
   * @param image f at `at`
   * @returns the greatest residual |f(x) - x| there
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

/** The multiples of zero, one or two columns whose sum comes closest to the target. */
function leastSquares(columns: readonly Float64Array[], target: Float64Array): number[] {
  const [a, b] = columns
  if (!a) return []
  const [aa, at] = [dot(a, a), dot(a, target)]
  if (!b) return [aa > 0 ? at / aa : 0]
  const [ab, bb, bt] = [dot(a, b), dot(b, b), dot(b, target)]
  const determinant = aa * bb - ab * ab
  // When both steps are parallel, one of them carries all the information.
  if (determinant <= 1e-14 * aa * bb) return [aa > 0 ? at / aa : 0, 0]
  return [(at * bb - bt * ab) / determinant, (bt * aa - at * ab) / determinant]
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let k = 0; k < one.length; k++) sum += one[k]! * other[k]!
  return sum
}
