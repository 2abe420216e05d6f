/** Requests of one domain: rate 1/s, mean demand in seconds. */
export interface SharingClass {
  arrivalRatePerSecond: number
  serviceTimeSeconds: number
}

/**
 * Exact mean response times of two domains that share a processor by weight while both have
 * requests (head-of-line processor sharing, the ideal that credit schedulers follow), with Poisson
 * arrivals and exponential demands. Solves for the stationary distribution of the Markov chain of
 * (n_1, n_2), truncated at `most` requests each, by Gauss-Seidel, then applies Little's law. It
 * uses nothing of DPS, so it serves as an independent oracle.
 */
export function headOfLineSharing(
  classes: readonly [SharingClass, SharingClass],
  weights: readonly [number, number],
  most: number,
): [number, number] {
  const [a, b] = classes
  const side = most + 1
  const share = weights[0] / (weights[0] + weights[1])
  const rateA = (i: number, j: number) =>
    i === 0 ? 0 : (j === 0 ? 1 : share) / a.serviceTimeSeconds
  const rateB = (i: number, j: number) =>
    j === 0 ? 0 : (i === 0 ? 1 : 1 - share) / b.serviceTimeSeconds
  const p = new Float64Array(side * side).fill(1 / (side * side))
  const at = (i: number, j: number) => p[i * side + j]!
  for (let sweep = 0, change = 1; sweep < 20_000 && change > 1e-9; sweep++) {
    change = 0
    for (let i = 0; i <= most; i++) {
      for (let j = 0; j <= most; j++) {
        const out =
          (i < most ? a.arrivalRatePerSecond : 0) +
          (j < most ? b.arrivalRatePerSecond : 0) +
          rateA(i, j) +
          rateB(i, j)
        const into =
          (i > 0 ? at(i - 1, j) * a.arrivalRatePerSecond : 0) +
          (j > 0 ? at(i, j - 1) * b.arrivalRatePerSecond : 0) +
          (i < most ? at(i + 1, j) * rateA(i + 1, j) : 0) +
          (j < most ? at(i, j + 1) * rateB(i, j + 1) : 0)
        const next = into / out
        change = Math.max(change, Math.abs(next - at(i, j)) / (next + 1e-12))
        p[i * side + j] = next
      }
    }
    const total = p.reduce((sum, value) => sum + value, 0)
    for (let k = 0; k < p.length; k++) p[k]! /= total
  }
  let requestsA = 0
  let requestsB = 0
  for (let i = 0; i <= most; i++) {
    for (let j = 0; j <= most; j++) {
      requestsA += i * at(i, j)
      requestsB += j * at(i, j)
    }
  }
  return [requestsA / a.arrivalRatePerSecond, requestsB / b.arrivalRatePerSecond]
}
