import type { WeightProblem } from '@steelyard/solver'
import { enumerateOptimum } from '../../packages/solver/src/enumerate.fixture.ts'
import { greedyOptimum } from '../../packages/solver/src/greedy.ts'
import { totalDelaySeconds } from '../../packages/solver/src/grid.ts'
import { MilpSession } from '../../packages/solver/src/milp-session.ts'
import { poseGrid } from '../../packages/solver/src/pose-grid.ts'
import { solveGrid } from '../../packages/solver/src/solve-grid.ts'

export interface SolverRow {
  domains: number
  /** Ways to give 20 steps to the domains, at least one each. */
  allocations: number
  /** Thread start included. */
  milpMs: number
  /** Within GLPK, which counts whole milliseconds. */
  milpInGlpkMs: number
  milpWithTargetsMs: number
  /** Hosts whose targets were proven infeasible by bounds alone, before any thread started. */
  infeasibleHosts: number
  greedyMs: number
  enumerationMs: number
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

async function timed<T>(work: () => T | Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now()
  const value = await work()
  return { value, ms: performance.now() - started }
}

function waysOf(steps: number, domains: number): number {
  let ways = 1
  for (let index = 1; index < domains; index++) ways = (ways * (steps - index)) / index
  return Math.round(ways)
}

async function milp(problem: WeightProblem) {
  const session = new MilpSession()
  try {
    return await solveGrid(poseGrid(problem).grid, session, 60, true)
  } finally {
    await session.close()
  }
}

/** Each solver once per host; medians. Throws when two of them disagree on an optimum. */
export async function timeSolvers(domains: number, hosts: WeightProblem[]): Promise<SolverRow> {
  const times: Record<'milp' | 'glpk' | 'targets' | 'greedy' | 'enumeration', number[]> = {
    milp: [],
    glpk: [],
    targets: [],
    greedy: [],
    enumeration: [],
  }
  let infeasibleHosts = 0
  for (const problem of hosts) {
    const { grid } = poseGrid(problem)
    const exact = await timed(() => milp(problem))
    const greedy = await timed(() => totalDelaySeconds(grid, greedyOptimum(grid)))
    const enumerated = await timed(() => enumerateOptimum(grid)!.delaySeconds)
    const targeted = await timed(() => milp({ ...problem, mode: 'meet-targets-first' }))
    for (const found of [exact.value.delaySeconds!, greedy.value]) {
      if (Math.abs(found - enumerated.value) <= 1e-6 * enumerated.value) continue
      throw new Error(`${found} s is not the optimum ${enumerated.value} s for ${domains} domains.`)
    }
    times.milp.push(exact.ms)
    times.glpk.push(exact.value.solveSeconds * 1000)
    times.greedy.push(greedy.ms)
    times.enumeration.push(enumerated.ms)
    times.targets.push(targeted.ms)
    if (targeted.value.status === 'infeasible') infeasibleHosts++
  }
  return {
    domains,
    allocations: waysOf(20, domains),
    milpMs: median(times.milp),
    milpInGlpkMs: median(times.glpk),
    milpWithTargetsMs: median(times.targets),
    infeasibleHosts,
    greedyMs: median(times.greedy),
    enumerationMs: median(times.enumeration),
  }
}
