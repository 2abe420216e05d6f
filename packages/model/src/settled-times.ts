import { FixedPoint } from './fixed-point.ts'
import { type PairwiseQueue, pairwiseTimes } from './pairwise-times.ts'

const TOLERANCE = 1e-8
const MAX_ROUNDS = 500

/**
 * Mean response times where the order depends on how many requests each domain has on average, which
 * depends on the times, lambda T: `pairwiseTimes` gives the times from the order, `order` the order from
 * the numbers; iterated to a fixed point. Seconds.
 *
 * @param serviceTimeSeconds no time is taken for less
 * @param requests where to begin
 * @returns null only where the system is numerically singular
 */
export function settledTimes(
  queue: PairwiseQueue,
  serviceTimeSeconds: readonly number[],
  order: (meanRequests: ArrayLike<number>) => ArrayLike<number>,
  requests: Float64Array,
): Float64Array | null {
  const logRequests = new FixedPoint(requests.map(Math.log))
  for (let round = 1; ; round++) {
    const times = pairwiseTimes(queue, order(logRequests.at.map(Math.exp)))
    if (!times) return null
    const found = times.map((time, k) => {
      const services = Math.max(1, time / serviceTimeSeconds[k]!)
      return Math.log(queue.utilisation[k]! * services)
    })
    const off = logRequests.move(found)
    if (off < TOLERANCE || round === MAX_ROUNDS) return times
  }
}
