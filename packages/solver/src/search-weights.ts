import type { Weights } from '@steelyard/model'
import { checkProblem } from './check-problem.ts'
import type { Grid } from './grid.ts'
import { isBetter, Judge, type Judged, type PredictTimes } from './judge-allocation.ts'
import { modelSolution } from './model-solution.ts'
import type { ModelOptions } from './optimise-by-enumeration.ts'
import { type PosedGrid, poseGrid } from './pose-grid.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { WeightSolution } from './weight-solution.ts'

export interface SearchOptions extends ModelOptions {
  /** Weights to start from: what other models recommend. The weights in force are tried always. */
  candidates?: readonly Weights[]
  /** How often the model may be asked. */
  maxEvaluations: number
  /** Asked before each evaluation: true ends the search with what it has. */
  isOver?: () => boolean
}

/**
 * Good weights on the grid by a model that is too slow to be asked about all of them: the best of the
 * candidates, then one step from one domain to another as long as that helps. Nothing is proven, so the
 * status is `not-proven`, also where no allocation that was tried keeps every target.
 *
 * @param predict deterministic, so that two answers differ by the weights alone
 * @throws as `optimiseByEnumeration`
 */
export async function searchWeights(
  problem: WeightProblem,
  predict: PredictTimes,
  { candidates = [], leastGain = 0, maxEvaluations, isOver, signal }: SearchOptions,
): Promise<WeightSolution> {
  checkProblem(problem)
  const posed = poseGrid(problem)
  const began = performance.now()
  const now = await predict(problem.currentWeights)
  const judge = new Judge(problem, posed, now, predict)
  const known = new Map<string, Judged>()
  const mayAsk = () => known.size < maxEvaluations && !isOver?.()
  const judged = async (allocation: number[]): Promise<Judged> => {
    signal?.throwIfAborted()
    const key = allocation.join()
    const found = known.get(key) ?? (await judge.judge(allocation))
    known.set(key, found)
    return found
  }
  let best = await judged(snap(posed, problem, problem.currentWeights))
  for (const weights of candidates) {
    if (!mayAsk()) break
    const found = await judged(snap(posed, problem, weights))
    if (isBetter(found, best, leastGain)) best = found
  }
  for (let improved = true; improved; ) {
    improved = false
    for (const allocation of neighbours(posed.grid, best)) {
      if (!mayAsk()) break
      const found = await judged(allocation)
      if (!isBetter(found, best, leastGain)) continue
      best = found
      improved = true
      break
    }
  }
  return modelSolution(problem, posed, now, {
    status: 'not-proven',
    engine: 'search',
    best,
    boundSeconds: null,
    conflicts: [],
    sensitivity: [],
    solveSeconds: (performance.now() - began) / 1000,
  })
}

/**
 * One step from one domain to another, within the bounds: first to those that are farthest over their
 * target (without targets, the slowest), from those that have the most room.
 */
function* neighbours({ domains }: Grid, { allocation, predicted }: Judged): Generator<number[]> {
  const need = predicted.map(({ targetSeconds, anchoredSeconds, formulaSeconds }) => {
    const seconds = anchoredSeconds ?? formulaSeconds ?? Number.POSITIVE_INFINITY
    return targetSeconds === null ? seconds * Number.EPSILON : seconds / targetSeconds
  })
  const byNeed = [...domains.keys()].sort((a, b) => need[b]! - need[a]!)
  for (const to of byNeed) {
    const receiver = domains[to]!
    if (receiver.keptSteps !== null || allocation[to]! + 1 > receiver.maxSteps) continue
    for (const from of byNeed.toReversed()) {
      const giver = domains[from]!
      if (from === to || giver.keptSteps !== null || allocation[from]! - 1 < giver.minSteps)
        continue
      const next = [...allocation]
      next[to]!++
      next[from]!--
      yield next
    }
  }
}

/** The allocation of the grid next to these weights: rounded down, then filled up by what is missing most. */
function snap({ grid }: PosedGrid, { load }: WeightProblem, weights: Weights): number[] {
  const free = grid.domains.flatMap(({ keptSteps }, index) => (keptSteps === null ? [index] : []))
  const weightOf = (index: number) => weights[load.domains[index]!.name]!
  const total = free.reduce((sum, index) => sum + weightOf(index), 0)
  const wanted = (index: number) => (weightOf(index) / total) * grid.steps
  const allocation = grid.domains.map(({ keptSteps, minSteps, maxSteps }, index) =>
    keptSteps === null
      ? Math.min(maxSteps, Math.max(minSteps, Math.floor(wanted(index) + 1e-9)))
      : keptSteps,
  )
  const missing = () => grid.steps - free.reduce((sum, index) => sum + allocation[index]!, 0)
  for (let left = missing(); left !== 0; left = missing()) {
    const change = Math.sign(left)
    const open = free.filter((index) => {
      const { minSteps, maxSteps } = grid.domains[index]!
      return allocation[index]! + change >= minSteps && allocation[index]! + change <= maxSteps
    })
    const next = open.reduce((a, b) =>
      change * (wanted(b) - allocation[b]!) > change * (wanted(a) - allocation[a]!) ? b : a,
    )
    allocation[next]! += change
  }
  return allocation
}
