import { allocations, countAllocations } from '../problem/allocations.ts'
import { checkProblem } from '../problem/check-problem.ts'
import { writtenAs } from '../problem/judge-allocation.ts'
import { decisive, modelSolution } from '../problem/model-solution.ts'
import { isBetter } from '../problem/objective-value.ts'
import { type PosedGrid, poseGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { SolutionWarning, WeightSolution } from '../problem/weight-solution.ts'
import { conflictsOf, isAcceptable, nearestOf, sensitivityOf } from '../search/choose-among.ts'
import { neighbours } from '../search/neighbours.ts'
import { type Gain, meanTimes, pairedGain, type RaceContender } from './paired-gain.ts'
import { type Guide, promisingAllocations } from './promising-allocations.ts'
import { type Grow, isTie, type PlayStage, type RaceRules, runRace } from './run-race.ts'

export interface RaceOptions extends Partial<Omit<RaceRules, 'grow'>> {
  /** Number of stages, at least two: one says nothing about the noise. */
  stages: number
  /** Maximum number of allocations in the race. Default 400. */
  mostAllocations?: number
  /** For a larger grid: where the search begins. Default: at the weights in force. */
  guide?: Guide
}

/** The part of the places in a race that is filled before anything is known; the search has the rest. */
const FIRST_PART = 0.6
/** Searching from the two best avoids one that was best by chance. */
const SEARCHED_FROM = 2

interface Race {
  stages: number
  /** Confidence of each comparison. */
  confidence: number
  /** Number of allocations in the first stage. */
  allocations: number
  /**
   * Allocations stopped after each stage because they were clearly worse than the best by then.
   */
  stopped: { afterStage: number; allocations: number }[]
  /**
   * The answer's relative gain over the weights in force; null where either has no finite times.
   * The gain is estimated from the same stages that chose the answer.
   */
  gain: Gain | null
}

/**
 * The best weights on the grid by a simulation, whose answers are random: a race. The first stage
 * runs every allocation. After each further stage, those are stopped that are worse than the best
 * by more than the least gain with the requested confidence, by paired differences over the stages
 * (racing: Maron and Moore, NIPS 1993; common random numbers). Among those that cannot be
 * distinguished from the best at the end, or are within the least gain of it, the answer is the one
 * that changes the shares in force least.
 *
 * Where the grid has too many allocations, the simulation searches: the race begins with those that
 * the guide names, and as long as there are places, the ones next to the best of the first stage
 * join it. The status is then `not-proven`.
 * @throws WeightProblemError as `optimiseByEnumeration`, but for `grid-too-large`
 * @throws the signal's reason when aborted
 */
export async function raceAllocations(
  problem: WeightProblem,
  play: PlayStage,
  { mostAllocations = 400, guide = { starts: [], predict: null }, ...asked }: RaceOptions,
): Promise<WeightSolution & { race: Race }> {
  checkProblem(problem)
  const rules: RaceRules = { confidence: 0.95, leastGain: 0, ...asked }
  const began = performance.now()
  const posed = poseGrid(problem)
  const count = countAllocations(posed.grid)
  const isWhole = count <= mostAllocations
  const entered = isWhole
    ? [...allocations(posed.grid)].map((allocation) => writtenAs(problem, posed, allocation))
    : await promisingAllocations(problem, posed, guide, Math.ceil(FIRST_PART * mostAllocations))
  const { inForce, first, stopped, finalists, best } = await runRace(problem, entered, play, {
    ...rules,
    ...(isWhole ? {} : { grow: nextToBest(problem, posed, mostAllocations) }),
  })
  const ties = finalists.filter((one) => one === best || isTie(problem, one, best, rules))
  const isFeasible = isAcceptable(problem, best)
  const answer = isFeasible ? nearestOf(problem, ties) : null
  const solution = modelSolution(problem, posed, meanTimes(inForce.stages), {
    status: isWhole ? (isFeasible ? 'optimal' : 'infeasible') : 'not-proven',
    engine: isWhole ? 'enumeration' : 'search',
    cause: isWhole
      ? null
      : { code: 'too-many-allocations', allocations: count, played: first.length },
    best: answer ?? (isWhole ? null : best),
    bound: isWhole && answer ? decisive(best) : null,
    conflicts: isWhole && best.excess > 0 ? conflictsOf([...stopped, ...finalists]) : [],
    sensitivity: isWhole && answer ? sensitivityAtFirst(problem, posed, answer, first) : [],
    solveSeconds: (performance.now() - began) / 1000,
  })
  const race: Race = {
    stages: rules.stages,
    confidence: rules.confidence,
    allocations: first.length,
    stopped: stoppedByStage(stopped),
    gain:
      answer && Number.isFinite(inForce.value)
        ? pairedGain(problem, answer, inForce, rules.confidence)
        : null,
  }
  const others: SolutionWarning[] =
    answer && ties.length > 1 ? [{ code: 'others-as-good', allocations: ties.length - 1 }] : []
  return { ...solution, warnings: [...solution.warnings, ...others], race }
}

/** A local search in the first stage: the untried neighbours of the best, as long as there are places. */
function nextToBest(problem: WeightProblem, posed: PosedGrid, most: number): Grow {
  return (first) => {
    const known = new Set(first.map(({ allocation }) => allocation.join()))
    const best = first
      .toSorted((one, other) => (isBetter(one, other) ? -1 : isBetter(other, one) ? 1 : 0))
      .slice(0, SEARCHED_FROM)
    return best
      .flatMap(({ allocation }) => [...neighbours(posed.grid, allocation)])
      .filter((allocation) => known.size < known.add(allocation.join()).size)
      .slice(0, most - first.length)
      .map((allocation) => writtenAs(problem, posed, allocation))
  }
}

/** By the first stage alone, the only one that all allocations ran. */
function sensitivityAtFirst(
  problem: WeightProblem,
  posed: PosedGrid,
  answer: RaceContender,
  first: readonly RaceContender[],
) {
  const then = first.find(({ allocation }) => allocation.join() === answer.allocation.join())!
  return sensitivityOf(problem, posed, then, first)
}

function stoppedByStage(stopped: readonly RaceContender[]): Race['stopped'] {
  const counts = new Map<number, number>()
  for (const { stages } of stopped) counts.set(stages.length, (counts.get(stages.length) ?? 0) + 1)
  return [...counts].map(([afterStage, allocations]) => ({ afterStage, allocations }))
}
