import { countAllocations } from '../problem/allocations.ts'
import { checkProblem } from '../problem/check-problem.ts'
import {
  type JudgedAllocation,
  judgeAllocation,
  type WrittenAllocation,
} from '../problem/judge-allocation.ts'
import { modelSolution } from '../problem/model-solution.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { meanTimes } from '../race/paired-gain.ts'
import type { PlayStage } from '../race/run-race.ts'
import { findSmallestChange } from './find-smallest-change.ts'
import { keptLevel } from './kept-level.ts'
import { ringsAround } from './rings.ts'
import { changeWarnings, fallBack } from './smallest-change.ts'

export interface PlayedChangeOptions {
  stages: number
  /** Maximum number of allocations in the first stage. */
  mostAllocations: number
  /** The allocations from the best to the worst by a quick model; in any order without one. */
  rank: (ring: readonly WrittenAllocation[]) => Promise<readonly WrittenAllocation[]>
  /** The choice of `meet-targets`, for where no smaller change is found. */
  otherwise: () => Promise<WeightSolution>
  signal?: AbortSignal
}

/** More of one ring than these are hardly better. */
const MOST_OF_RING = 12
/** The allocations that rings are made of, where a grid has more. */
const MOST_LISTED = 2000
/** Rings as wide as one step from one domain to another changes the shares. */
const STEPS_WIDE = 2

/**
 * As `smallestChange`, but by a simulation, which can play only a few allocations of each ring:
 * those that a quick model ranks best. What keeps the targets in the first stage plays all stages,
 * and the means over these count. The status is `not-proven`.
 */
export async function playSmallestChange(
  problem: WeightProblem,
  play: PlayStage,
  { stages, mostAllocations, rank, otherwise, signal }: PlayedChangeOptions,
): Promise<WeightSolution> {
  checkProblem(problem)
  const began = performance.now()
  const posed = poseGrid(problem)
  const { rings } = ringsAround(problem, posed, {
    most: MOST_LISTED,
    width: STEPS_WIDE * posed.unitShare,
  })
  const each = Math.max(1, Math.min(MOST_OF_RING, Math.floor(mostAllocations / rings.length)))
  let left = mostAllocations
  const { best, level, tried } = await findSmallestChange(problem, rings, async (ring) => {
    signal?.throwIfAborted()
    if (left <= 0) return null
    const few = (await rank(ring)).slice(0, Math.min(each, left))
    left -= few.length
    return judgeByStages(problem, few, play, stages)
  })
  if (!best) return fallBack(await otherwise())
  const now: Times[] = []
  for (let stage = 0; stage < stages; stage++) {
    now.push((await play([problem.currentWeights], stage))[0]!)
  }
  const solution = modelSolution(problem, posed, meanTimes(now), {
    status: 'not-proven',
    engine: 'search',
    cause: {
      code: 'too-many-allocations',
      allocations: countAllocations(posed.grid),
      played: tried.length,
    },
    best,
    bound: null,
    conflicts: [],
    sensitivity: [],
    solveSeconds: (performance.now() - began) / 1000,
  })
  return { ...solution, warnings: [...solution.warnings, ...changeWarnings(problem, level)] }
}

/** What misses a target in the first stage is judged by that alone. */
async function judgeByStages(
  problem: WeightProblem,
  entered: readonly WrittenAllocation[],
  play: PlayStage,
  stages: number,
): Promise<JudgedAllocation[]> {
  const weightsOf = (all: readonly WrittenAllocation[]) => all.map(({ weights }) => weights)
  const first = await play(weightsOf(entered), 0)
  const judged = entered.map((written, i) => judgeAllocation(problem, written, first[i]!))
  const kept = judged.flatMap((one, i) => (keptLevel(problem, one) === null ? [] : [i]))
  const played: Times[][] = kept.map((i) => [first[i]!])
  for (let stage = 1; stage < stages && kept.length > 0; stage++) {
    const times = await play(weightsOf(kept.map((i) => entered[i]!)), stage)
    for (const [index, own] of times.entries()) played[index]!.push(own)
  }
  for (const [index, i] of kept.entries()) {
    judged[i] = judgeAllocation(problem, entered[i]!, meanTimes(played[index]!))
  }
  return judged
}
