import type { Weights } from '@steelyard/model'
import { checkProblem } from '../problem/check-problem.ts'
import {
  type JudgedAllocation,
  judgeAllocation,
  type PredictTimes,
  writtenAs,
} from '../problem/judge-allocation.ts'
import { modelSolution } from '../problem/model-solution.ts'
import { isBetter } from '../problem/objective-value.ts'
import { type PosedGrid, poseGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { balancedWeights } from '../separable/balanced-weights.ts'
import { giveTurns } from '../separable/give-turns.ts'
import { branchOnBoxes } from './branch-on-boxes.ts'
import { goDownhill } from './go-downhill.ts'
import { goodStarts } from './good-starts.ts'
import { snap } from './neighbours.ts'
import { type BoundTimes, objectiveBounds } from './objective-bound.ts'
import type { ModelOptions } from './optimise-by-enumeration.ts'
import { proofOfSearch } from './search-proof.ts'

interface SearchOptions extends ModelOptions {
  /** Starting weights, recommended by other models. The weights in force are always tried. */
  candidates?: readonly Weights[]
  /** Maximum number of evaluations of the model. */
  maxEvaluations: number
  /** Called before each evaluation; true ends the search with its current result. */
  isOver?: () => boolean
  /** The model's bounds over boxes of weights; without them nothing is proven. */
  boundTimes?: BoundTimes
  /** Number of boxes that branch and bound explores. Default: by the number of domains. */
  mostBoxes?: number
}

const MOST_BOXES = 3000

/**
 * As many boxes as take some tenths of a second: the time per box grows with the fourth power of
 * the number of domains, and on large grids more boxes hardly help.
 */
function mostBoxesFor(domains: number): number {
  return Math.ceil(Math.min(MOST_BOXES, 3e8 / (domains + 2) ** 5))
}

/**
 * Good weights on a grid that is too large for enumeration: a local search (`goDownhill`) from the
 * best of the candidates, the weights in force and a few that theory suggests; then, on the way
 * back to the weights in force, the nearest allocation that stays within `leastGain`. Where the
 * model has bounds, branch and bound then shows how far away the optimum can be.
 *
 * `optimal`: proven, no allocation is better by more than `leastGain`. `infeasible`: proven, none
 * keeps all targets (mode `keep-targets`). Otherwise `not-proven`, with the gap that the bounds
 * leave.
 * @param predict deterministic, so that two answers differ by the weights alone
 * @throws as `optimiseByEnumeration`
 */
export async function searchWeights(
  problem: WeightProblem,
  predict: PredictTimes,
  options: SearchOptions,
): Promise<WeightSolution> {
  const { candidates = [], leastGain = 0, maxEvaluations, isOver, boundTimes, signal } = options
  checkProblem(problem)
  const posed = poseGrid(problem)
  const began = performance.now()
  const now = await predict(problem.currentWeights)
  let asked = 0
  const giveTurn = giveTurns(signal)
  const ask = async (weights: Weights) => {
    signal?.throwIfAborted()
    if (asked > 0 && (asked >= maxEvaluations || isOver?.())) return null
    asked++
    await giveTurn()
    return predict(weights)
  }
  const known = new Map<string, JudgedAllocation>()
  const judge = async (allocation: number[]): Promise<JudgedAllocation | null> => {
    const key = allocation.join()
    const before = known.get(key)
    if (before) return before
    const written = writtenAs(problem, posed, allocation)
    const times = await ask(written.weights)
    if (!times) return null
    const found = judgeAllocation(problem, written, times)
    known.set(key, found)
    return found
  }
  const inForce = (await judge(snap(posed.grid, problem.currentWeights)))!
  const startFrom = async (all: readonly (Weights | null)[]) => {
    let start = inForce
    for (const weights of all) {
      const found = weights && (await judge(snap(posed.grid, weights)))
      if (found && isBetter(found, start)) start = found
    }
    return start
  }
  const hasTargets = problem.objective === 'meet-targets' || problem.mode === 'keep-targets'
  const starts = [await startFrom([...candidates, ...goodStarts(problem)])]
  if (hasTargets) {
    const { targets, softTargets = {} } = problem
    starts.push(await startFrom([await balancedWeights(problem, ask)]))
    if (Object.keys(softTargets).length > 0) {
      const alike = { ...problem, targets: { ...softTargets, ...targets } }
      starts.push(await startFrom([await balancedWeights(alike, ask)]))
    }
  }
  let best = inForce
  for (const start of starts) {
    const found = await goDownhill(posed.grid, { start, hasTargets }, judge)
    if (isBetter(found, best)) best = found
  }
  best = await goBack(posed, { best, inForce, leastGain }, judge)
  const boxed = boundTimes
    ? await branchOnBoxes(problem, posed, best, {
        leastGain,
        mostBoxes: options.mostBoxes ?? mostBoxesFor(problem.load.domains.length),
        boundOf: objectiveBounds(problem, boundTimes),
        judge,
        giveTurn,
      })
    : null
  return modelSolution(problem, posed, now, {
    ...proofOfSearch(problem, boxed ?? { best, bound: null, isProven: false }, asked),
    conflicts: [],
    sensitivity: [],
    solveSeconds: (performance.now() - began) / 1000,
  })
}

const MOST_HALVINGS = 5

/**
 * Moves from the best towards the weights in force as far as the objective stays within the least
 * gain.
 */
async function goBack(
  { grid }: PosedGrid,
  {
    best,
    inForce,
    leastGain,
  }: { best: JudgedAllocation; inForce: JudgedAllocation; leastGain: number },
  judge: (allocation: number[]) => Promise<JudgedAllocation | null>,
): Promise<JudgedAllocation> {
  if (leastGain === 0) return best
  if (!isBetter(best, inForce, leastGain)) return inForce
  let nearest = best
  let [low, high] = [0, 1]
  for (let halving = 0; halving < MOST_HALVINGS; halving++) {
    const part = (low + high) / 2
    const between = Object.entries(best.shares).map(
      ([name, share]) => [name, share + part * (inForce.shares[name]! - share)] as const,
    )
    const judged = await judge(snap(grid, Object.fromEntries(between)))
    if (!judged) break
    if (isBetter(best, judged, leastGain)) high = part
    else {
      low = part
      nearest = judged
    }
  }
  return nearest
}
