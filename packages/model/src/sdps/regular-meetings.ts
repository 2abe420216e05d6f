import type { MetDomain } from './sdps-order.ts'

/** The domain that is delayed, and what it meets. */
interface Meeting {
  own: MetDomain
  others: readonly MetDomain[]
  /** c_kj of `Contention` for each of the others. */
  between: readonly number[]
  /** Exponent of the weights by which two domains share, as in `OrderRule`. */
  weightExponent: number
}

/**
 * The time that regular arrivals still lose to other domains, seconds. Their own requests never meet
 * (c_a^2 = c_s^2 = 0 leaves no queue by Kingman 1962), but other domains' requests come at any phase:
 * a request of k finds one of j with its residual r evenly distributed, with the probability
 * lambda_j x_j, and one of j comes after the first q of its service with the rate lambda_j. While
 * both are present they share by weight, g = (w_j / w_k)^a to one, so k loses the least of what j
 * needs and of g times what itself needs:
 *
 * sum_j c_kj lambda_j [int_0^{x_j} min(r, g x_k) dr + int_0^{x_k} min(x_j, g q) dq].
 *
 * Exact for two domains of equal demands whose periods have no common measure as long as no more
 * than one request of each is present, which holds up to moderate loads; at higher ones more
 * requests meet, so it is rather too little. Ours, after the turns of eq (2) of paper 0.
 */
export function regularMeetingSeconds({ own, others, between, weightExponent }: Meeting): number {
  const x = own.serviceTimeSeconds
  return others.reduce((sum, other, at) => {
    const { serviceTimeSeconds, utilisation } = other
    const g = (other.weight / own.weight) ** weightExponent
    const lost = least(serviceTimeSeconds, g * x) + least(g * x, serviceTimeSeconds) / g
    return sum + ((between[at]! * utilisation) / serviceTimeSeconds) * lost
  }, 0)
}

/** int_0^a min(t, b) dt. */
function least(a: number, b: number): number {
  return a <= b ? a ** 2 / 2 : a * b - b ** 2 / 2
}
