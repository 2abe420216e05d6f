import { erlangC } from '../numeric/erlang-c.ts'
import { FixedPoint } from './fixed-point.ts'

/** The fields `own` and `between` of `PairwiseQueue`. */
export interface Contention {
  own: Float64Array
  between: Float64Array
}

const ROUNDS = 100
const TOLERANCE = 1e-9
const MOST_BUSY = 1 - 1e-9
/** Part of the idle time that rounding of the c_kj must leave. */
const LEAST_ROOM = 0.1

/**
 * How domains compete for pCPUs. On one pCPU every domain delays every other. On m of them, a vCPU
 * that wants to run meets B others that do and is slowed by S = E[max(1, (B + 1) / m)]. B is
 * computed for independent vCPUs, each wanting to run for the part rho_j S_j / v_j of the time;
 * where there are no more vCPUs than pCPUs, there is no slowdown. Many small domains queue together
 * like M/M/m, which is used as a lower bound. The c_kj are scaled so that requests of equal
 * standing are slowed by S. Ours; exact for one pCPU, for at most as many vCPUs as pCPUs, and for
 * many domains.
 * @param utilisation of each domain, in pCPUs, in total less than the pCPUs
 * @param vcpus that each domain can use, at most the pCPUs
 */
export function contentionOf(
  utilisation: readonly number[],
  vCpus: readonly number[],
  pCpus: number,
): Contention {
  const n = utilisation.length
  if (pCpus === 1) {
    return { own: Float64Array.from(utilisation), between: new Float64Array(n * n).fill(1) }
  }
  const whole = utilisation.reduce((sum, rho) => sum + rho, 0)
  const idle = 1 - whole / pCpus
  const slowed = slowdowns(utilisation, vCpus, pCpus).map((s, k) =>
    Math.min(s, mostSlowed(utilisation[k]! / vCpus[k]!, idle)),
  )
  const pooled = queueing(pCpus, whole)
  const own = Float64Array.from(
    utilisation,
    (rho, k) => queueing(vCpus[k]!, rho * slowed[k]!) / slowed[k]!,
  )
  const others = slowed.map((s, k) => Math.max(1 - 1 / s, pooled - own[k]!, 0))
  const between = spread(others, utilisation)
  const excess = utilisation.reduce((most, _, k) => {
    const met = utilisation.reduce(
      (sum, rho, j) => (j === k ? sum : sum + rho * between[k * n + j]!),
      0,
    )
    return Math.max(most, met / ((1 - own[k]!) * (1 - LEAST_ROOM * idle)))
  }, 1)
  return { own, between: between.map((part) => part / excess) }
}

/**
 * Under independence a vCPU that is busy nearly all the time would starve, which no scheduler that
 * keeps the pCPUs busy does: it gets at least the part `idle` of what its own requests leave of it.
 */
function mostSlowed(busy: number, idle: number): number {
  return 1 / (busy + (1 - busy) * idle)
}

/**
 * The waiting part of a request's time in M/M/c: C / (C + c - rho), so that T = x / (1 - part).
 */
function queueing(servers: number, offered: number): number {
  const load = Math.min(offered, servers * MOST_BUSY)
  const chance = erlangC(servers, load)
  return chance / (chance + servers - load)
}

/**
 * S_k of each domain's vCPUs, a fixed point: it depends on how often the others want to run, and
 * that on their S.
 */
function slowdowns(
  utilisation: readonly number[],
  vCpus: readonly number[],
  pCpus: number,
): Float64Array {
  const logSlowed = new FixedPoint(new Float64Array(utilisation.length))
  for (let round = 1; ; round++) {
    const slowed = logSlowed.at.map(Math.exp)
    const wanting = utilisation.map((rho, k) => Math.min(1, (rho * slowed[k]!) / vCpus[k]!))
    const others = meetings(wanting, vCpus, pCpus)
    const off = logSlowed.move(slowed.map((_, k) => Math.log(slowdown(others(k), pCpus))))
    if (off < TOLERANCE || round === ROUNDS) return slowed
  }
}

interface Meeting {
  /** E[B]. */
  mean: number
  /** P(B = b) for b < m - 1. */
  few: Float64Array
}

/**
 * For a vCPU of domain k, the number of other vCPUs that want to run, each with its own
 * probability. Prefix and suffix sums over the list make it unnecessary to remove k from a total.
 */
function meetings(
  wanting: readonly number[],
  vCpus: readonly number[],
  pCpus: number,
): (k: number) => Meeting {
  const chances = wanting.flatMap((chance, k) => new Array<number>(vCpus[k]!).fill(chance))
  const size = pCpus - 1
  const before = sumsOf(chances, size)
  const after = sumsOf(chances.toReversed(), size)
  const mean = chances.reduce((sum, chance) => sum + chance, 0)
  let first = 0
  const firsts = vCpus.map((count) => {
    first += count
    return first - count
  })
  return (k) => {
    const one = firsts[k]! * size
    const other = (chances.length - 1 - firsts[k]!) * size
    const few = new Float64Array(size)
    for (let b = 0; b < size; b++) {
      for (let of = 0; of <= b; of++) few[b]! += before[one + of]! * after[other + b - of]!
    }
    return { mean: mean - wanting[k]!, few }
  }
}

/** P(b of the first i want to run), for b < size, row by row of i. */
function sumsOf(chances: readonly number[], size: number): Float64Array {
  const sums = new Float64Array((chances.length + 1) * size)
  sums[0] = 1
  for (const [i, chance] of chances.entries()) {
    const [last, next] = [i * size, (i + 1) * size]
    sums[next] = sums[last]! * (1 - chance)
    for (let b = 1; b < size; b++) {
      sums[next + b] = sums[last + b]! * (1 - chance) + sums[last + b - 1]! * chance
    }
  }
  return sums
}

/** E[max(1, (B + 1) / m)] = 1 + (E[B] + 1 - m + sum_{b < m - 1} (m - 1 - b) P(B = b)) / m. */
function slowdown({ mean, few }: Meeting, pCpus: number): number {
  const free = few.reduce((sum, p, b) => sum + (pCpus - 1 - b) * p, 0)
  return 1 + Math.max(0, mean + 1 - pCpus + free) / pCpus
}

/**
 * c_kj = d_k d_j with the required sum_{j != k} c_kj rho_j, found by alternate scaling (Sinkhorn
 * 1967).
 */
function spread(asked: ArrayLike<number>, utilisation: readonly number[]): Float64Array {
  const n = utilisation.length
  const whole = utilisation.reduce((sum, rho) => sum + rho, 0)
  const d = utilisation.map((rho, k) => Math.sqrt(asked[k]! / Math.max(whole - rho, 1e-12)))
  for (let round = 0; round < ROUNDS; round++) {
    const sum = d.reduce((total, each, j) => total + each * utilisation[j]!, 0)
    let off = 0
    for (let k = 0; k < n; k++) {
      const others = sum - d[k]! * utilisation[k]!
      if (!(d[k]! * others > 0)) continue
      const factor = Math.sqrt(asked[k]! / (d[k]! * others))
      off = Math.max(off, Math.abs(factor - 1))
      d[k]! *= factor
    }
    if (off < TOLERANCE) break
  }
  return Float64Array.from({ length: n * n }, (_, at) => d[Math.floor(at / n)]! * d[at % n]!)
}
