import type { Weights } from '@steelyard/model'
import { balancedWeights } from './balanced-weights.ts'
import { branchOnBoxes } from './branch-on-boxes.ts'
import { checkProblem } from './check-problem.ts'
import { giveTurns } from './give-turns.ts'
import { goDownhill } from './go-downhill.ts'
import { goodStarts } from './good-starts.ts'
import { type Judged, judgeAllocation, type PredictTimes, writtenAs } from './judge-allocation.ts'
import { modelSolution } from './model-solution.ts'
import { snap } from './neighbours.ts'
import { type BoundTimes, objectiveBounds } from './objective-bound.ts'
import { isBetter } from './objective-value.ts'
import type { ModelOptions } from './optimise-by-enumeration.ts'
import { type PosedGrid, poseGrid } from './pose-grid.ts'
import { proofOfSearch } from './search-proof.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { WeightSolution } from './weight-solution.ts'

export interface SearchOptions extends ModelOptions {
  /** Weights to start from: what other models recommend. The weights in force are tried always. */
  candidates?: readonly Weights[]
  /** How often the model may be asked. */
  maxEvaluations: number
  /** Asked before each evaluation: true ends the search with what it has. */
  isOver?: () => boolean
  /** What the model can say of many weights at once; without it nothing is proven. */
  boundTimes?: BoundTimes
  /** Parts of the grid that branch and bound looks at. Default: by the number of domains. */
  mostBoxes?: number
}

const MOST_BOXES = 3000

/**
 * As many parts as take some tenths of a second: one takes time with the fourth power of the domains; and on
 * large grids more of them hardly help.
 */
function mostBoxesFor(domains: number): number {
  return Math.ceil(Math.min(MOST_BOXES, 3e8 / (domains + 2) ** 5))
}

/**
 * Good weights on a grid that is too large to try all of it: downhill (`goDownhill`) from the best of the
 * candidates, the weights in force and a few that theory suggests; of what comes within `leastGain` of
 * that, what is nearest to the weights in force on the way back to them. Where the model gives bounds,
 * branch and bound then tells how far the optimum can be.
 *
 * `optimal`: proven, no allocation is better by more than `leastGain`. `infeasible`: proven, none keeps all
 * targets (mode `keep-targets`). Else `not-proven`, with the gap that the bounds leave.
 *
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
  const known = new Map<string, Judged>()
  const judge = async (allocation: number[]): Promise<Judged | null> => {
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
  if (hasTargets) starts.push(await startFrom([await balancedWeights(problem, ask)]))
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

/** From the best towards the weights in force, as far as the objective stays within the least gain. */
async function goBack(
  { grid }: PosedGrid,
  { best, inForce, leastGain }: { best: Judged; inForce: Judged; leastGain: number },
  judge: (allocation: number[]) => Promise<Judged | null>,
): Promise<Judged> {
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
