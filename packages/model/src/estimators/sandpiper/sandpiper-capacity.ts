/** Mean service time s, target d, variances of inter-arrival and service times, all in seconds. */
interface CapacityInput {
  serviceTimeSeconds: number
  targetSeconds: number
  interArrivalVarianceSeconds2: number
  serviceTimeVarianceSeconds2: number
}

/**
 * lambda_cap, the highest rate per second that keeps the mean response time within the target:
 * Kingman's bound solved for lambda, [ s + (sigma_a^2 + sigma_b^2) / (2 (d - s)) ]^-1 (Wood et al.,
 * NSDI 2007, gray-box CPU). 0 when d <= s, because no rate keeps such a target. sigma_a^2 is used
 * as measured, as in SandPiper, although it would fall as the rate rises: the figure is biased far
 * from the measured rate.
 */
export function lambdaCap(input: CapacityInput): number {
  const { serviceTimeSeconds: s, targetSeconds: d } = input
  if (d <= s) return 0
  const variance = input.interArrivalVarianceSeconds2 + input.serviceTimeVarianceSeconds2
  return 1 / (s + variance / (2 * (d - s)))
}

/**
 * The inverse, Kingman's bound itself: d = s + lambda (sigma_a^2 + sigma_b^2) / (2 (1 - lambda s)).
 * Seconds; Infinity when lambda s >= 1.
 */
export function sandpiperResponseTimeSeconds(
  arrivalRatePerSecond: number,
  serviceTimeSeconds: number,
  interArrivalVarianceSeconds2: number,
  serviceTimeVarianceSeconds2: number,
): number {
  const idle = 1 - arrivalRatePerSecond * serviceTimeSeconds
  if (idle <= 0) return Number.POSITIVE_INFINITY
  const variance = interArrivalVarianceSeconds2 + serviceTimeVarianceSeconds2
  return serviceTimeSeconds + (arrivalRatePerSecond * variance) / (2 * idle)
}
