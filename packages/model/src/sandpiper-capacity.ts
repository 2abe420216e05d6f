/** Mean service time s, target d, variances of inter-arrival and service times, all in seconds. */
export interface CapacityInput {
  serviceTimeSeconds: number
  targetSeconds: number
  interArrivalVarianceSeconds2: number
  serviceTimeVarianceSeconds2: number
}

/**
 * lambda_cap, the highest rate per second that keeps the mean response time at the target:
 * Kingman's bound solved for lambda, [ s + (sigma_a^2 + sigma_b^2) / (2 (d - s)) ]^-1
 * (Wood et al., NSDI 2007, gray-box CPU). 0 when d <= s: no rate keeps such a target.
 * sigma_a^2 is used as measured, as SandPiper does, though it would fall with a rising rate: far from
 * the measured rate the figure is biased.
 */
export function lambdaCap(input: CapacityInput): number {
  const { serviceTimeSeconds: s, targetSeconds: d } = input
  if (d <= s) return 0
  const variance = input.interArrivalVarianceSeconds2 + input.serviceTimeVarianceSeconds2
  return 1 / (s + variance / (2 * (d - s)))
}

/**
 * Kingman's bound itself, the inverse: d = s + lambda (sigma_a^2 + sigma_b^2) / (2 (1 - lambda s)).
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
