/** A domain as the others meet it. */
export interface MetDomain {
  weight: number
  /** rho_k: utilisation of one pCPU after Domain-0's part. */
  utilisation: number
  /** x_k, stretched by Domain-0. */
  serviceTimeSeconds: number
}

/** How a scheduler orders the domains. */
export interface OrderRule {
  /** Exponents of w, rho and x in g mu = w^a / (rho^b x^c), by which domains get CPU. */
  weight: number
  headroom: number
  brevity: number
  /**
   * Whether the pCPUs of a socket share one runqueue, in which each vCPU's part follows its weight.
   */
  sharedQueue: boolean
  /**
   * Credit's interval between two ticks, each of which ends the running vCPU's boost; null without
   * boost.
   */
  tickSeconds: number | null
}

/**
 * Sharing by weight alone, head-of-line processor sharing, would be weight = brevity = 1, headroom
 * = 0. Credit serves domains by the credits earned per credit burned, w / rho, and slightly favours
 * short requests. Credit2 does so only a little, because each reset discards what a domain left
 * unused.
 *
 * The exponents and `BOOST_STEEPNESS` were fitted by hand, roughly, to 600 randomly drawn hosts run
 * by the independent simulator.
 */
export const orderRules: Record<'credit' | 'credit2', OrderRule> = {
  credit: { weight: 2, headroom: 2, brevity: 1.3, sharedQueue: false, tickSeconds: 0.01 },
  credit2: { weight: 1, headroom: 0.25, brevity: 1, sharedQueue: true, tickSeconds: null },
}

const BOOST_STEEPNESS = 2.5
/** Credit2's maximum per runqueue: the pCPUs of a socket, up to Xen's limit. */
const MOST_PCPUS_PER_QUEUE = 16

/**
 * a_kj of `pairwiseTimes`, row by row: the probability that an older request of j completes before
 * a younger one of k, given each domain's mean number of requests, L.
 *
 * Sharing: domains get CPU by g (see `OrderRule`), divided among their requests, L + 1 with the one
 * that arrives. Between a request of j and one of k, that of j completes first with g_j mu_j / (g_j
 * mu_j + g_k mu_k).
 *
 * Shared queue (credit2) of m pCPUs: g^m. A vCPU among B + 1 > m runs at the speed m w / sum w, so
 * with equal weights it loses the part (B + 1 - m) / (B + 1). A weight that is e higher reduces
 * that by the part e m B / ((B + 1) (B + 1 - m)): about m times its effect on one pCPU with as many
 * waiting.
 *
 * Boost (credit): a request that finds its domain empty, 1 / (1 + L), wakes it; a domain within its
 * share is then boosted ahead of all that are not. Two boosted domains are served in order of
 * arrival. The boost ends at the first tick that finds the vCPU running, so it covers the part (1 -
 * e^(-x / tick)) tick / x of a service.
 *
 * a_kj depends on no weights but those of k and j, and decreases in that of k. A domain's time
 * therefore decreases in its own weight and increases in the others'. Ours.
 */
export function orderOf(
  contenders: readonly MetDomain[],
  pCpus: number,
  rule: OrderRule,
): (meanRequests: ArrayLike<number>) => Float64Array {
  const standing = standingOf(contenders, contenders, pCpus, rule)
  return (meanRequests) => orderBetween(standing, standing, meanRequests, meanRequests)
}

/** Least and greatest value of each a_kj. */
export interface OrderRange {
  least: Float64Array
  most: Float64Array
}

/**
 * The range of a_kj when each weight and each request count lies between two limits. a_kj increases
 * in w_j / w_k, on which it depends through `strength` and both boost probabilities, and in L_k; it
 * decreases in L_j.
 * @param least the contenders at their least weights
 * @param most the same contenders at their greatest weights
 */
export function orderWithin(
  least: readonly MetDomain[],
  most: readonly MetDomain[],
  pCpus: number,
  rule: OrderRule,
): (leastRequests: ArrayLike<number>, mostRequests: ArrayLike<number>) => OrderRange {
  const weak = standingOf(least, most, pCpus, rule)
  const strong = standingOf(most, least, pCpus, rule)
  return (leastRequests, mostRequests) => ({
    least: orderBetween(weak, strong, mostRequests, leastRequests),
    most: orderBetween(strong, weak, leastRequests, mostRequests),
  })
}

/** The relative standing of the domains. */
interface Standing {
  strength: readonly number[]
  /** The probability, row by row, that domain k is boosted when it meets j; null without boost. */
  boosts: Float64Array | null
  /** The part of a service that a boost covers. */
  kept: readonly number[]
}

function standingOf(
  contenders: readonly MetDomain[],
  others: readonly MetDomain[],
  pCpus: number,
  { weight: a, headroom: b, brevity: c, sharedQueue, tickSeconds }: OrderRule,
): Standing {
  const queuePCpus = sharedQueue ? Math.min(pCpus, MOST_PCPUS_PER_QUEUE) : 1
  return {
    strength: contenders.map(
      ({ weight, utilisation, serviceTimeSeconds: x }) =>
        (weight ** a / (utilisation ** b * x ** (c - 1))) ** queuePCpus / x,
    ),
    boosts: tickSeconds === null ? null : withinShares(contenders, others, pCpus),
    kept: contenders.map(({ serviceTimeSeconds }) =>
      tickSeconds === null ? 0 : boostKept(serviceTimeSeconds / tickSeconds),
    ),
  }
}

/**
 * a_kj where the older request's standing comes from one state and the younger one's from another.
 */
function orderBetween(
  older: Standing,
  younger: Standing,
  olderRequests: ArrayLike<number>,
  youngerRequests: ArrayLike<number>,
): Float64Array {
  const n = older.strength.length
  const order = new Float64Array(n * n)
  for (let k = 0; k < n; k++) {
    const ofK = 1 + youngerRequests[k]!
    const resisting = younger.strength[k]! / ofK
    for (let j = 0; j < n; j++) {
      if (j === k) continue
      const ofJ = 1 + olderRequests[j]!
      const pull = older.strength[j]! / ofJ
      const shared = pull / (pull + resisting)
      const ahead = older.boosts ? (older.boosts[j * n + k]! * older.kept[j]!) / ofJ : 0
      const behind = younger.boosts ? younger.boosts[k * n + j]! / ofK : 0
      order[k * n + j] = ahead + (1 - ahead) * (1 - behind) * shared
    }
  }
  return order
}

/**
 * The probability, row by row, that domain k has credits left when it meets j: one half where its
 * demand equals its share. The share is taken among active domains, because credit gives nothing to
 * idle ones; a domain that uses less than its part, rho_i < w_i / sum w, counts with only the
 * weight it uses, rho_i sum w. Third domains are assumed to weigh as much as the (geometric) mean
 * of the two.
 *
 * It decreases in w_j / w_k, because everything that competes with k, divided by w_k, increases in
 * that ratio.
 * @param met the domains as k meets them
 */
function withinShares(
  contenders: readonly MetDomain[],
  met: readonly MetDomain[],
  pCpus: number,
): Float64Array {
  const n = contenders.length
  const chances = new Float64Array(n * n)
  const awakeOf = awakeWeights(contenders)
  for (let k = 0; k < n; k++) {
    const { weight, utilisation } = contenders[k]!
    for (let j = 0; j < n; j++) {
      if (j === k) continue
      const other = met[j]!
      const third = Math.sqrt(weight * other.weight)
      const whole = (weight + other.weight + (n - 2) * third) / pCpus
      const [ofK, ofJ] = [utilisation * whole, other.utilisation * whole]
      const thirds = awakeOf(third, whole) - Math.min(third, ofK) - Math.min(third, ofJ)
      const awake = weight + thirds + Math.min(other.weight, ofJ)
      const asked = (utilisation * awake) / (pCpus * weight)
      chances[k * n + j] = 1 / (1 + asked ** BOOST_STEEPNESS)
    }
  }
  return chances
}

/**
 * Sum of min(w, rho_i whole) over all domains, by sorted utilisations because every pair needs it.
 */
function awakeWeights(contenders: readonly MetDomain[]): (weight: number, whole: number) => number {
  const sorted = Float64Array.from(contenders, ({ utilisation }) => utilisation).sort()
  const sums = new Float64Array(sorted.length + 1)
  for (let i = 0; i < sorted.length; i++) sums[i + 1] = sums[i]! + sorted[i]!
  return (weight, whole) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! * whole < weight) low = middle + 1
      else high = middle
    }
    return sums[low]! * whole + (sorted.length - low) * weight
  }
}

function boostKept(ticks: number): number {
  return -Math.expm1(-ticks) / ticks
}
