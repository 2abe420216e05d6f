/** A domain as others meet it. */
export interface Contender {
  weight: number
  /** rho_k: of one pCPU as Domain-0 leaves it. */
  utilisation: number
  /** x_k, stretched by Domain-0. */
  serviceTimeSeconds: number
}

/** How a scheduler orders the domains. */
export interface OrderRule {
  /** Exponents of w, of rho and of x in g mu = w^a / (rho^b x^c), by which domains get CPU. */
  weight: number
  headroom: number
  brevity: number
  /** Whether the pCPUs of a socket have one runqueue, whose part of each vCPU is by its weight. */
  sharedQueue: boolean
  /** Of credit: between two ticks, each of which takes the boost from who runs; null: nobody is boosted. */
  tickSeconds: number | null
}

/**
 * Sharing by weight would be weight = brevity = 1, headroom = 0: head-of-line processor sharing. Credit
 * serves by the credits that a domain earns for each one that it burns, w / rho, and those with short
 * requests get a little more than that; credit2 has little of it, for it forgets in each reset what a
 * domain left unused.
 *
 * The exponents, and `BOOST_STEEPNESS`, were fitted by hand, roughly, on 600 hosts drawn at random and
 * played by the independent simulator.
 */
export const orderRules: Record<'credit' | 'credit2', OrderRule> = {
  credit: { weight: 2, headroom: 2, brevity: 1.3, sharedQueue: false, tickSeconds: 0.01 },
  credit2: { weight: 1, headroom: 0.25, brevity: 1, sharedQueue: true, tickSeconds: null },
}

const BOOST_STEEPNESS = 2.5
/** Of credit2: those of a socket, Xen's upper bound. */
const MOST_PCPUS_PER_QUEUE = 16

/**
 * a_kj of `pairwiseTimes`, row by row: the chance that an older request of j is done before a younger
 * one of k, given how many requests each domain has on average, L.
 *
 * Sharing: domains get CPU by g (see `OrderRule`), divided among their requests, L + 1 with the one that
 * comes; so that of a request of j and one of k that of j is done first with g_j mu_j / (g_j mu_j + g_k mu_k).
 *
 * Shared queue (credit2) of m pCPUs: g^m. A vCPU among B + 1 > m runs at the speed m w / sum w, so where
 * all weigh the same it is short of (B + 1 - m) / (B + 1). A weight that is e higher takes the part
 * e m B / ((B + 1) (B + 1 - m)) off that: about m times what it does on one pCPU where as many wait.
 *
 * Boost (credit): a request that finds its domain empty, 1 / (1 + L), wakes it, and if the domain is
 * within its share it is boosted, ahead of all that are not. Two that are boosted are served in order of
 * arrival. The boost ends at the first tick that finds the vCPU running, so it covers the part
 * (1 - e^(-x / tick)) tick / x of a service.
 *
 * a_kj depends on no weight but those of k and j, and falls in that of k: so a domain's time falls in its
 * own weight and rises in others'. Ours.
 */
export function orderOf(
  contenders: readonly Contender[],
  pCpus: number,
  rule: OrderRule,
): (meanRequests: ArrayLike<number>) => Float64Array {
  const standing = standingOf(contenders, contenders, pCpus, rule)
  return (meanRequests) => orderBetween(standing, standing, meanRequests, meanRequests)
}

/** Least and most of each a_kj. */
export interface OrderRange {
  least: Float64Array
  most: Float64Array
}

/**
 * What a_kj lies between where each weight, and each number of requests, lies between two: a_kj rises in
 * w_j / w_k, on which it depends by `strength` and by both chances of a boost, and in L_k; it falls in L_j.
 *
 * @param least the contenders at their least weights
 * @param most the same at their greatest
 */
export function orderWithin(
  least: readonly Contender[],
  most: readonly Contender[],
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

/** How the domains stand against each other. */
interface Standing {
  strength: readonly number[]
  /** The chance, row by row, that domain k is boosted when it meets j; null: nobody is. */
  boosts: Float64Array | null
  /** The part of a service that a boost covers. */
  kept: readonly number[]
}

function standingOf(
  contenders: readonly Contender[],
  others: readonly Contender[],
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

/** a_kj where the older of two stand in one way and the younger in another. */
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
 * The chance, row by row, that domain k has credits left when it meets j: half where it asks for just its
 * share. That is its share of the domains that are awake: credit hands out nothing to those that have
 * been idle, so one that uses less than its part, rho_i < w_i / sum w, counts with as much weight as it
 * uses, rho_i sum w. Third domains are taken to weigh as much as the two do in the (geometric) mean.
 *
 * It falls in w_j / w_k: divided by w_k, all that stands against k rises in that.
 *
 * @param met the domains as k meets them
 */
function withinShares(
  contenders: readonly Contender[],
  met: readonly Contender[],
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

/** Sum of min(w, rho_i whole) over all domains, by their sorted utilisations: asked for every pair. */
function awakeWeights(contenders: readonly Contender[]): (weight: number, whole: number) => number {
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
