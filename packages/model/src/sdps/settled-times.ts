import { FixedPoint } from './fixed-point.ts'
import { type PairwiseQueue, pairwiseTimes } from './pairwise-times.ts'

const TOLERANCE = 1e-8
const MAX_ROUNDS = 500

/**
 * Mean response times when the order depends on each domain's mean number of requests, which
 * depends on the times by lambda T. `pairwiseTimes` gives the times from the order, `order` the
 * order from the request counts; iterated to a fixed point. Seconds.
 * @param serviceTimeSeconds lower bound of each time
 * @param requests initial request counts
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
