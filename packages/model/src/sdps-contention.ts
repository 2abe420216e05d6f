import { erlangC } from './erlang-c.ts'
import { FixedPoint } from './fixed-point.ts'

/** `contention` of `PairwiseQueue`. */
export interface Contention {
  own: Float64Array
  between: Float64Array
}

const ROUNDS = 100
const TOLERANCE = 1e-9
const MOST_BUSY = 1 - 1e-9
/** Part of the idle time that no rounding of the c_kj takes away. */
const LEAST_ROOM = 0.1

/**
 * On one pCPU everybody is in everybody's way. On m of them a vCPU that wants to run meets B others that
 * do; it is slowed S = E[max(1, (B + 1) / m)] times, with B as of independent vCPUs, each wanting to run
 * for the part rho_j S_j / v_j of the time: none where there are no more vCPUs than pCPUs. Many small
 * domains queue together as M/M/m does, which is the lower bound where it is more. The parts c_kj are
 * scaled such that requests of equal standing are slowed by S. Ours; exact for one pCPU, for vCPUs that
 * do not exceed the pCPUs, and for many domains.
 *
 * @param utilisation of each domain, in pCPUs, less than the pCPUs together
 * @param vcpus that each can use, at most the pCPUs
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
 * Independence would starve a vCPU that is busy for nearly all of the time, which no scheduler does that
 * keeps the pCPUs busy: it has at least the part `idle` of what its own requests leave of it.
 */
function mostSlowed(busy: number, idle: number): number {
  return 1 / (busy + (1 - busy) * idle)
}

/** The part of a request's time in M/M/c that it waits: C / (C + c - rho), so that T = x / (1 - part). */
function queueing(servers: number, offered: number): number {
  const load = Math.min(offered, servers * MOST_BUSY)
  const chance = erlangC(servers, load)
  return chance / (chance + servers - load)
}

/** S_k of each domain's vCPUs, from how often the others want to run, which depends on their S. */
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
 * What a vCPU of domain k meets: of all but itself, each wanting to run with its chance, the number that
 * do. Sums over those before it in the list and those after it, so that none is counted out again.
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

/** P(the first i of them that want to run are b), for b < size, row by row of i. */
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

/** c_kj = d_k d_j with sum_{j != k} c_kj rho_j as asked for, found by scaling in turns (Sinkhorn 1967). */
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
