import { setImmediate as nextTurn } from 'node:timers/promises'
import { share } from '@steelyard/model'
import { allocations, countAllocations } from './allocations.ts'
import { checkProblem } from './check-problem.ts'
import { findConflicts } from './find-conflicts.ts'
import { isBetter, Judge, type Judged, type PredictTimes } from './judge-allocation.ts'
import { modelSolution } from './model-solution.ts'
import { poseGrid } from './pose-grid.ts'
import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'
import type { Sensitivity, StepCost, WeightSolution } from './weight-solution.ts'

export interface ModelOptions {
  /**
   * What the mean must gain, as a fraction, for other weights to count as better. By the conservation
   * law means hardly differ in some directions; there the weights in force should decide, not the last
   * digit of a model or the noise of a simulation. Default 0.
   */
  leastGain?: number
  signal?: AbortSignal
}

/** Above this the host has too many domains for trying all, and `searchWeights` is asked. */
export const mostAllocations = 12_000

/** How long one turn of the event loop may take. */
const TURN_MS = 30

/** How many allocations `optimiseByEnumeration` would try; null where it would refuse. */
export function allocationsToTry(problem: WeightProblem): number | null {
  checkProblem(problem)
  const count = countAllocations(poseGrid(problem).grid)
  return count <= mostAllocations ? count : null
}

/**
 * The best weights on the grid by any model, found by asking it about every allocation: in mode
 * `meet-targets-first` the least predicted mean over all requests of those that keep every target, else
 * the least of all. `infeasible` is proven too: none keeps them, with the sets that conflict.
 *
 * @param predict asked at most `mostAllocations` times; other work gets its turn in between
 * @throws WeightProblemError `grid-too-large`, or what `optimiseWeights` throws
 * @throws the signal's reason when aborted
 */
export async function optimiseByEnumeration(
  problem: WeightProblem,
  predict: PredictTimes,
  { leastGain = 0, signal }: ModelOptions = {},
): Promise<WeightSolution> {
  checkProblem(problem)
  const posed = poseGrid(problem)
  const count = countAllocations(posed.grid)
  if (count > mostAllocations) throw tooLarge(count)
  const began = performance.now()
  const now = await predict(problem.currentWeights)
  const judge = new Judge(problem, posed, now, predict)
  const all: Judged[] = []
  let turnBegan = performance.now()
  for (const allocation of allocations(posed.grid)) {
    if (performance.now() - turnBegan > TURN_MS) {
      await nextTurn()
      signal?.throwIfAborted()
      turnBegan = performance.now()
    }
    all.push(await judge.judge(allocation))
  }
  const least = bestOf(all)
  const feasible = least !== null && least.excess === 0 && Number.isFinite(least.meanSeconds)
  const best = feasible ? nearestOf(all, least, leastGain, sharesNow(problem)) : null
  return modelSolution(problem, posed, now, {
    status: feasible ? 'optimal' : 'infeasible',
    engine: 'enumeration',
    best,
    boundSeconds: best && least!.meanSeconds,
    conflicts: best ? [] : conflictsOf(problem, all),
    sensitivity: best ? sensitivityOf(best, all, posed.grid.domains) : [],
    solveSeconds: (performance.now() - began) / 1000,
  })
}

function bestOf(all: readonly Judged[]): Judged | null {
  return all.reduce<Judged | null>(
    (best, judged) => (best === null || isBetter(judged, best) ? judged : best),
    null,
  )
}

/** Of those as good as the least, the one that changes the shares least. */
function nearestOf(
  all: readonly Judged[],
  least: Judged,
  leastGain: number,
  now: Record<string, number>,
): Judged {
  const change = ({ shares }: Judged) =>
    Object.entries(shares).reduce((sum, [name, value]) => sum + Math.abs(value - now[name]!), 0)
  return all
    .filter((judged) => judged.excess === 0 && !isBetter(least, judged, leastGain))
    .reduce((nearest, judged) => (change(judged) < change(nearest) ? judged : nearest), least)
}

function sharesNow({ currentWeights, load, normalisation }: WeightProblem): Record<string, number> {
  const names = load.domains.map(({ name }) => name)
  return share(currentWeights, names, normalisation).domains
}

function conflictsOf({ mode }: WeightProblem, all: readonly Judged[]): string[][] {
  if (mode === 'minimise-total-delay') return []
  const missed = all.map(
    ({ predicted }) =>
      new Set(
        predicted
          .filter((each) => each.targetSeconds !== null && each.meetsTarget !== true)
          .map(({ name }) => name),
      ),
  )
  const targeted = all[0]?.predicted.filter(({ targetSeconds }) => targetSeconds !== null) ?? []
  return findConflicts(
    targeted.map(({ name }) => name),
    (names) => missed.some((set) => names.every((name) => !set.has(name))),
  )
}

/** The domain is held one step up or down, all others are best for that. */
function sensitivityOf(
  best: Judged,
  all: readonly Judged[],
  domains: readonly { name: string; keptSteps: number | null }[],
): Sensitivity[] {
  return domains.flatMap(({ name, keptSteps }, index) => {
    if (keptSteps !== null) return []
    const held = (change: number) => {
      const steps = best.allocation[index]! + change
      return costOf(
        best,
        all.filter(({ allocation }) => allocation[index] === steps),
      )
    }
    return [{ name, stepUp: held(1), stepDown: held(-1) }]
  })
}

function costOf(best: Judged, held: readonly Judged[]): StepCost | null {
  const then = bestOf(held)
  if (!then) return null
  if (then.excess > 0 || !Number.isFinite(then.meanSeconds)) {
    return { totalDelayChangeSeconds: null, feasible: false, shares: null }
  }
  return {
    totalDelayChangeSeconds: then.meanSeconds - best.meanSeconds,
    feasible: true,
    shares: then.shares,
  }
}

function tooLarge(count: number): WeightProblemError {
  return new WeightProblemError(
    'grid-too-large',
    `The grid has ${count.toLocaleString('en')} allocations, too many to try them all.`,
    { allocations: count, mostAllocations },
  )
}
