import { solveLinear } from './solve-linear.ts'

/** Requests of one kind at a processor that they share: rate 1/s, mean demand in seconds. */
export interface SharingClass {
  arrivalRatePerSecond: number
  serviceTimeSeconds: number
}

/**
 * Mean response times of discriminatory processor sharing, seconds: each request gets a share of the
 * processor in proportion to its class's weight g. Poisson arrivals, exponential demands. With
 * mu = 1 / x, for each class k
 *
 * T_k [1 - sum_j lambda_j g_j / (mu_j g_j + mu_k g_k)] - sum_j lambda_j g_j T_j / (mu_j g_j + mu_k g_k) = 1 / mu_k
 *
 * (Fayolle, Mitrani, Iasnogorodski: Sharing a processor among many job classes, JACM 27(3), 1980.)
 * Needs a total utilisation below 1; null where the system is numerically singular, just below it.
 */
export function dpsResponseTimes(
  classes: readonly SharingClass[],
  requestWeights: readonly number[],
): number[] | null {
  const n = classes.length
  const matrix = classes.map((tagged, k) => {
    const row = new Float64Array(n)
    const own = requestWeights[k]! / tagged.serviceTimeSeconds
    let sum = 0
    for (let j = 0; j < n; j++) {
      const { arrivalRatePerSecond, serviceTimeSeconds } = classes[j]!
      const weight = requestWeights[j]!
      const pressure = (arrivalRatePerSecond * weight) / (weight / serviceTimeSeconds + own)
      row[j] = -pressure
      sum += pressure
    }
    row[k]! += 1 - sum
    return row
  })
  return solveLinear(
    matrix,
    classes.map(({ serviceTimeSeconds }) => serviceTimeSeconds),
  )
}
