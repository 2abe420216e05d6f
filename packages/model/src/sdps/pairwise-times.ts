/** The domains of a host apart from their order; every array is indexed by domain. */
export interface PairwiseQueue {
  /** rho_k: CPU that the domain demands, in pCPUs. */
  utilisation: ArrayLike<number>
  contention: {
    /**
     * The part of a request's time spent with other requests of its own domain; rho_k on one vCPU.
     */
    own: ArrayLike<number>
    /** c_kj, row by row: the part of j's work that delays k; symmetric, 1 on one pCPU. */
    between: ArrayLike<number>
  }
  /**
   * The domain's mean demand, plus what the variation of demands and arrivals adds to it. Seconds.
   */
  work: ArrayLike<number>
}

/** A pivot below this part of its diagonal entry is a rounding error. */
const SINGULAR = 1e-12

/**
 * Mean response times in seconds, from the order of completion: with a_kj the probability that a
 * request of domain j, already present when one of k arrives, completes before it,
 *
 * T_k = x_k + own_k T_k + sum_{j != k} c_kj rho_j [a_kj T_j + (1 - a_jk) T_k].
 *
 * The first term in brackets is the work of the lambda_j T_j requests of j that are found on
 * arrival (arrivals see averages, Little's law) and complete earlier. The second is the work of
 * those that arrive during T_k and overtake: of any two requests one completes first, so a younger
 * one of j overtakes with probability 1 - a_jk. Demands are exponential, so the residual demand is
 * distributed like a new one.
 *
 * The equation is ours, but it covers every discipline that does not know the demands: priorities
 * (a = 0 or 1), first come first served (a = 1), and discriminatory processor sharing (Fayolle,
 * Mitrani, Iasnogorodski, JACM 27(3), 1980) with a_kj = g_j mu_j / (g_j mu_j + g_k mu_k), for which
 * it is their equation. Multiplied by rho_k and summed, the terms in a cancel in pairs: for every
 * order, sum rho_k T_k (1 - own_k - sum_j c_kj rho_j) = sum rho_k x_k, Kleinrock's conservation
 * law.
 * @param endsFirst a_kj, row by row; the diagonal is ignored
 * @returns null where the system is numerically singular, just below saturation
 */
export function pairwiseTimes(
  { utilisation, contention: { own, between }, work }: PairwiseQueue,
  endsFirst: ArrayLike<number>,
): Float64Array | null {
  const n = utilisation.length
  const matrix = new Float64Array(n * n)
  for (let k = 0; k < n; k++) matrix[k * n + k] = 1 - own[k]!
  for (let k = 0; k < n; k++) {
    for (let j = 0; j < k; j++) {
      const olderJ = endsFirst[k * n + j]!
      const olderK = endsFirst[j * n + k]!
      const byJ = between[k * n + j]! * utilisation[j]!
      const byK = between[k * n + j]! * utilisation[k]!
      matrix[k * n + j] = -byJ * olderJ
      matrix[k * n + k]! -= byJ * (1 - olderK)
      matrix[j * n + k] = -byK * olderK
      matrix[j * n + j]! -= byK * (1 - olderJ)
    }
  }
  const times = Float64Array.from(work)
  return solveInPlace(matrix, times) ? times : null
}

/** Policy iteration improves until nothing is better; this many rounds never occur in practice. */
const MAX_POLICIES = 100

/**
 * The least sum of coefficient_k T_k over all orders within the range, each a_kj chosen
 * independently: a lower bound for every order in it. With q_k from the transposed system,
 * coefficient_k = rho_k d_k, and
 *
 * d_j = (1 - own_j) q_j - sum_k c_kj rho_k [(1 - a_kj) q_j + a_kj q_k],
 *
 * sum coefficient T = sum rho_k q_k x_k at the order that the q belong to. At another order a' it
 * is greater by sum_j rho_j T_j sum_k c_kj rho_k (a_kj - a'_kj) (q_j - q_k). The minimum therefore
 * has a_kj at its upper limit for q_j > q_k and at its lower limit otherwise. The order is improved
 * until it is optimal for its own q (policy iteration, Howard 1960). Negated coefficients give the
 * negated greatest sum.
 * @returns -Infinity where the iteration does not end or the system is singular
 */
export function leastPairwiseSum(
  { utilisation, contention: { own, between }, work }: PairwiseQueue,
  { least, most }: { least: ArrayLike<number>; most: ArrayLike<number> },
  coefficients: ArrayLike<number>,
): number {
  const n = utilisation.length
  const matrix = new Float64Array(n * n)
  let policy = Float64Array.from(coefficients, (value, k) => value / utilisation[k]!)
  for (let round = 0; round < MAX_POLICIES; round++) {
    const next = Float64Array.from(coefficients, (value, k) => value / utilisation[k]!)
    for (let j = 0; j < n; j++) {
      let kept = 1 - own[j]!
      for (let k = 0; k < n; k++) {
        if (k === j) continue
        const byK = between[k * n + j]! * utilisation[k]!
        const olderJ = (policy[j]! > policy[k]! ? most : least)[k * n + j]!
        kept -= byK * (1 - olderJ)
        matrix[j * n + k] = -byK * olderJ
      }
      matrix[j * n + j] = kept
    }
    if (!solveInPlace(matrix, next)) return Number.NEGATIVE_INFINITY
    if (isSameOrder(policy, next)) {
      return next.reduce((sum, q, k) => sum + utilisation[k]! * q * work[k]!, 0)
    }
    policy = next
  }
  return Number.NEGATIVE_INFINITY
}

/** Relative difference, as a part of the greatest q, below which two count as equal: rounding. */
const SAME = 1e-10

/** Whether every pair of domains is in the same relation in both. */
function isSameOrder(before: Float64Array, now: Float64Array): boolean {
  const same = SAME * now.reduce((most, q) => Math.max(most, Math.abs(q)), 0)
  for (let k = 0; k < now.length; k++) {
    for (let j = 0; j < now.length; j++) {
      if (now[k]! > now[j]! + same && before[k]! <= before[j]!) return false
    }
  }
  return true
}

/**
 * Gaussian elimination; `right` becomes the solution. Needs no pivoting: no off-diagonal entry is
 * positive and the solution for positive demands is positive, so the matrix is an M-matrix, whose
 * pivots are positive in any order (Berman and Plemmons, Nonnegative matrices, ch. 6).
 * @returns false where a pivot is not positive, or only by rounding
 */
function solveInPlace(matrix: Float64Array, right: Float64Array): boolean {
  const n = right.length
  for (let column = 0; column < n; column++) {
    const top = column * n
    const pivot = matrix[top + column]!
    if (!(pivot > SINGULAR)) return false
    for (let row = column + 1; row < n; row++) {
      const here = row * n
      const factor = matrix[here + column]! / pivot
      for (let at = column + 1; at < n; at++) matrix[here + at]! -= factor * matrix[top + at]!
      right[row]! -= factor * right[column]!
    }
  }
  for (let row = n - 1; row >= 0; row--) {
    let rest = right[row]!
    for (let at = row + 1; at < n; at++) rest -= matrix[row * n + at]! * right[at]!
    right[row] = rest / matrix[row * n + row]!
  }
  return true
}
