import { upperMedian } from '@steelyard/model'
import { solveMilp, type WeightProblem } from '@steelyard/solver'
import {
  buildMilp,
  countAllocations,
  type Grid,
  greedyOptimum,
  poseGrid,
  productOf,
  solveGrid,
} from '@steelyard/solver/parts'
import { enumerateOptimum } from '@steelyard/solver/testing'
import type { LP } from 'glpk.js/node'
import type { ProgramAnswer } from './highs-peer.ts'

/**
 * Median times in milliseconds. Null where a solver was left out, Infinity where it hit the time
 * limit.
 */
export interface SolverRow {
  domains: number
  stepShare: number
  /** Number of ways to divide the steps among the domains with at least one each. */
  allocations: number
  /**
   * The product: greedy, then branch and bound, then an integer program where those leave a gap.
   */
  productMs: number
  /** Null with targets, which the greedy algorithm does not support. */
  greedyMs: number | null
  /** Time of the integer program alone, in a warm thread. */
  glpkMs: number | null
  highsMs: number | null
  enumerationMs: number | null
}

export interface Peers {
  highs(lp: LP, limitSeconds: number): ProgramAnswer
  limitSeconds: number
  /** Limits beyond which integer programs (domains) and enumerations (allocations) are left out. */
  mostDomains: number
  mostAllocations: number
}

interface Timed {
  ms: number
  answer: ProgramAnswer
}

async function timed(work: () => ProgramAnswer | Promise<ProgramAnswer>): Promise<Timed> {
  const started = performance.now()
  const answer = await work()
  return {
    answer,
    ms: answer === 'over-time' ? Number.POSITIVE_INFINITY : performance.now() - started,
  }
}

async function byProduct(grid: Grid): Promise<ProgramAnswer> {
  const { status, allocation } = await solveGrid(grid, { timeLimitSeconds: 60 })
  if (status === 'not-proven') return 'over-time'
  return { value: allocation && productOf(grid, allocation) }
}

async function byGlpk(grid: Grid, limitSeconds: number): Promise<ProgramAnswer> {
  const { lp, read } = buildMilp(grid)
  const { kind, vars, seconds } = await solveMilp(lp, limitSeconds)
  if (kind === 'feasible' || seconds >= limitSeconds) return 'over-time'
  return { value: kind === 'none' ? null : productOf(grid, read(vars)) }
}

function byEnumeration(grid: Grid): ProgramAnswer {
  const found = enumerateOptimum(grid)
  return { value: found && productOf(grid, found.allocation) }
}

/**
 * Runs each solver once per host.
 * @throws Error when two solvers disagree on an optimum, or on whether there is one
 */
export async function timeSolvers(hosts: WeightProblem[], peers: Peers): Promise<SolverRow> {
  const { highs, limitSeconds, mostDomains, mostAllocations } = peers
  const domains = hosts[0]!.load.domains.length
  const posed = hosts.map((host) => poseGrid(host))
  const allocations = countAllocations(posed[0]!.grid)
  const small = domains <= mostDomains
  const isFree = hosts[0]!.mode === 'free'
  const solvers: Record<string, ((grid: Grid) => ProgramAnswer | Promise<ProgramAnswer>) | null> = {
    product: byProduct,
    greedy: isFree ? (grid) => ({ value: productOf(grid, greedyOptimum(grid)) }) : null,
    glpk: small ? (grid) => byGlpk(grid, limitSeconds) : null,
    highs: small ? (grid) => highs(buildMilp(grid).lp, limitSeconds) : null,
    enumeration: allocations <= mostAllocations ? byEnumeration : null,
  }
  const times: Record<string, number[]> = {}
  for (const { grid } of posed) {
    const answers = []
    for (const [name, solve] of Object.entries(solvers)) {
      if (!solve) continue
      const { ms, answer } = await timed(() => solve(grid))
      times[name] = [...(times[name] ?? []), ms]
      answers.push({ name, answer })
    }
    checkAgreement(domains, answers)
  }
  const medianOf = (name: string) => upperMedian(times[name] ?? [])
  return {
    domains,
    stepShare: posed[0]!.unitShare,
    allocations,
    productMs: medianOf('product')!,
    greedyMs: medianOf('greedy'),
    glpkMs: medianOf('glpk'),
    highsMs: medianOf('highs'),
    enumerationMs: medianOf('enumeration'),
  }
}

/** Optima may differ by this much because GLPK prunes at 1e-7. */
const SAME = 1e-6

function checkAgreement(
  domains: number,
  answers: readonly { name: string; answer: ProgramAnswer }[],
): void {
  const ended = answers.flatMap(({ name, answer }) =>
    answer === 'over-time' ? [] : [{ name, value: answer.value }],
  )
  const [first, ...rest] = ended
  for (const { name, value } of rest) {
    const agrees =
      value === null || first!.value === null
        ? value === first!.value
        : Math.abs(value / first!.value - 1) <= SAME
    if (agrees) continue
    throw new Error(
      `${domains} domains: ${name} has ${value} for the optimum, ${first!.name} ${first!.value}.`,
    )
  }
}
