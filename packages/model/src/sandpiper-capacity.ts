/** Mean service time s, target d, variances of inter-arrival and service times, all in seconds. */
export interface CapacityInput {
  serviceTimeSeconds: number
  targetSeconds: number
  interArrivalVarianceSeconds2: number
  serviceTimeVarianceSeconds2: number
  /**
   * The rate at which the inter-arrival variance was measured. With it, the variance is scaled by
   * (measured rate / rate)^2 to the rate it is used at; without it, it is used as measured, as
   * SandPiper does.
   */
  varianceMeasuredAtPerSecond?: number
}

/**
 * lambda_cap, the highest rate per second that keeps the mean response time at the target:
 * Kingman's bound solved for lambda, [ s + (sigma_a^2 + sigma_b^2) / (2 (d - s)) ]^-1
 * (Wood et al., NSDI 2007, gray-box CPU). 0 when d <= s: no rate keeps such a target.
 */
export function lambdaCap(input: CapacityInput): number {
  const { serviceTimeSeconds: s, targetSeconds: d } = input
  if (d <= s) return 0
  if (input.varianceMeasuredAtPerSecond !== undefined) return scaledLambdaCap(input)
  const variance = input.interArrivalVarianceSeconds2 + input.serviceTimeVarianceSeconds2
  return 1 / (s + variance / (2 * (d - s)))
}

/**
 * The same bound with sigma_a^2 = c_a^2 / lambda^2: a quadratic in lambda,
 * (sigma_b^2 + 2 s (d - s)) lambda^2 - 2 (d - s) lambda + c_a^2 = 0, whose larger root is the
 * capacity (the smaller one comes from Kingman's bound being loose at low rates).
 */
function scaledLambdaCap(input: CapacityInput): number {
  const { serviceTimeSeconds: s, targetSeconds: d } = input
  const squaredVariation =
    input.interArrivalVarianceSeconds2 * input.varianceMeasuredAtPerSecond! ** 2
  const room = d - s
  const a = input.serviceTimeVarianceSeconds2 + 2 * s * room
  const discriminant = room * room - a * squaredVariation
  return discriminant < 0 ? 0 : (room + Math.sqrt(discriminant)) / a
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
