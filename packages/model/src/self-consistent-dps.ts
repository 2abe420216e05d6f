import { dpsResponseTimes, type SharingClass } from './dps.ts'

/**
 * More weight leaves fewer requests in a domain, and fewer requests leave more weight to each: steps
 * follow each other in one direction, so they are taken longer than they come.
 */
const STRIDE = 1.3
const TOLERANCE = 1e-8
const MAX_ROUNDS = 500

/**
 * Mean response times where the processor is shared by domain, not by request: what a domain gets is
 * divided among its requests, so that one of them weighs
 *
 * g_i = w_i / (1 + lambda_i T_i),
 *
 * its domain's weight over the requests that it meets there and itself (arrivals see averages, Little's
 * law). T follows from g by `dpsResponseTimes`, g from T: iterated to a fixed point. Ours; held against
 * exact solutions of head-of-line processor sharing in the tests.
 *
 * Seconds. Utilisation must be below 1; null only where the system is numerically singular.
 */
export function selfConsistentDps(
  classes: readonly SharingClass[],
  domainWeights: readonly number[],
): number[] | null {
  const utilisation = classes.reduce(
    (sum, { arrivalRatePerSecond: rate, serviceTimeSeconds: x }) => sum + rate * x,
    0,
  )
  let times: number[] | null = classes.map((c) => c.serviceTimeSeconds / (1 - utilisation))
  let requestWeights = requestWeightsAt(classes, domainWeights, times)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    times = dpsResponseTimes(classes, requestWeights)
    if (!times) return null
    const wanted = requestWeightsAt(classes, domainWeights, times)
    const off = wanted.map((g, k) => g / requestWeights[k]!)
    requestWeights = requestWeights.map((g, k) => g * off[k]! ** STRIDE)
    if (off.every((ratio) => Math.abs(ratio - 1) < TOLERANCE)) break
  }
  return times
}

function requestWeightsAt(
  classes: readonly SharingClass[],
  domainWeights: readonly number[],
  times: readonly number[],
): number[] {
  return classes.map(
    ({ arrivalRatePerSecond }, k) => domainWeights[k]! / (1 + arrivalRatePerSecond * times[k]!),
  )
}
