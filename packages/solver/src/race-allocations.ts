import type { Weights } from '@steelyard/model'
import { allocations, countAllocations } from './allocations.ts'
import { checkProblem } from './check-problem.ts'
import { conflictsOf, isAcceptable, nearestOf, sensitivityOf } from './choose-among.ts'
import { type PredictTimes, writtenAs } from './judge-allocation.ts'
import { decisive, modelSolution } from './model-solution.ts'
import { tooLarge } from './optimise-by-enumeration.ts'
import { type Contender, type Gain, meanTimes, pairedGain } from './paired-gain.ts'
import { type PosedGrid, poseGrid } from './pose-grid.ts'
import { promisingAllocations } from './promising-allocations.ts'
import { isTie, type PlayStage, type RaceRules, runRace } from './run-race.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Proof, WeightSolution } from './weight-solution.ts'

export interface RaceOptions extends Partial<RaceRules> {
  /** Stages to play, two at least: one says nothing of chance. */
  stages: number
  /** Allocations that may take part. Default 400. */
  mostAllocations?: number
  /** For a grid of more: a quick model that tells the promising ones, and weights to begin from. */
  guide?: { predict: PredictTimes; candidates: readonly Weights[] }
}

export interface Race {
  stages: number
  /** Of each comparison. */
  confidence: number
  /** Allocations in the first stage. */
  allocations: number
  /** How many were stopped after which stage: clearly worse than the best by then. */
  stopped: { afterStage: number; allocations: number }[]
  /** Allocations that cannot be told from the best in the end, the best among them. */
  ties: number
  /**
   * What the answer gains on the weights in force, as a fraction of what they have; null where one of the
   * two has no finite times. The stages that chose it are those that tell its gain.
   */
  gain: Gain | null
}

/**
 * The best weights on the grid by a simulation, whose answers are subject to chance: a race. The first
 * stage plays every allocation. After each further one those are stopped that are worse than the best by
 * more than the least gain, with the confidence asked, by paired differences over the stages (racing:
 * Maron and Moore, NIPS 1993; common random numbers). Of those that cannot be told from the best in the
 * end, or are within the least gain of it, the answer is the one that changes the shares in force least.
 *
 * Where the grid has too many allocations, those take part that the guide expects most of, and the status
 * is `not-proven` for that cause.
 *
 * @throws WeightProblemError as `optimiseByEnumeration`; `grid-too-large` where there is no guide
 * @throws the signal's reason when aborted
 */
export async function raceAllocations(
  problem: WeightProblem,
  play: PlayStage,
  { mostAllocations = 400, guide, ...asked }: RaceOptions,
): Promise<WeightSolution & { race: Race }> {
  checkProblem(problem)
  const rules: RaceRules = { confidence: 0.95, leastGain: 0, ...asked }
  const began = performance.now()
  const posed = poseGrid(problem)
  const count = countAllocations(posed.grid)
  const isWhole = count <= mostAllocations
  if (!isWhole && !guide) throw tooLarge(count, mostAllocations)
  const entered = isWhole
    ? [...allocations(posed.grid)].map((allocation) => writtenAs(problem, posed, allocation))
    : await promisingAllocations(problem, posed, guide!, mostAllocations)
  const { inForce, first, stopped, finalists, best } = await runRace(problem, entered, play, rules)
  const ties = finalists.filter((one) => one === best || isTie(problem, one, best, rules))
  const isFeasible = isAcceptable(problem, best)
  const answer = isFeasible ? nearestOf(problem, ties) : null
  const solution = modelSolution(problem, posed, meanTimes(inForce.stages), {
    status: isWhole ? (isFeasible ? 'optimal' : 'infeasible') : 'not-proven',
    engine: isWhole ? 'enumeration' : 'search',
    cause: isWhole ? null : tooMany(count, entered.length),
    best: answer ?? (isWhole ? null : best),
    bound: isWhole && answer ? decisive(best) : null,
    conflicts: isWhole && best.excess > 0 ? conflictsOf([...stopped, ...finalists]) : [],
    sensitivity: isWhole && answer ? sensitivityAtFirst(problem, posed, answer, first) : [],
    solveSeconds: (performance.now() - began) / 1000,
  })
  const race: Race = {
    stages: rules.stages,
    confidence: rules.confidence,
    allocations: entered.length,
    stopped: stoppedByStage(stopped),
    ties: ties.length,
    gain:
      answer && Number.isFinite(inForce.value)
        ? pairedGain(problem, answer, inForce, rules.confidence)
        : null,
  }
  return { ...solution, race }
}

/** By the first stage alone, which everybody played. */
function sensitivityAtFirst(
  problem: WeightProblem,
  posed: PosedGrid,
  answer: Contender,
  first: readonly Contender[],
) {
  const then = first.find(({ allocation }) => allocation.join() === answer.allocation.join())!
  return sensitivityOf(problem, posed, then, first)
}

function stoppedByStage(stopped: readonly Contender[]): Race['stopped'] {
  const counts = new Map<number, number>()
  for (const { stages } of stopped) counts.set(stages.length, (counts.get(stages.length) ?? 0) + 1)
  return [...counts].map(([afterStage, allocations]) => ({ afterStage, allocations }))
}

function tooMany(count: number, played: number): Proof['cause'] {
  return {
    code: 'too-many-allocations',
    sentence: `The grid has ${count.toLocaleString('en')} allocations, too many to play them all: the ${played} that a quicker model expects most of were played.`,
    numbers: { allocations: count, played },
  }
}
