import type { Weights } from '@steelyard/model'
import { bestOf } from './choose-among.ts'
import { judgeAllocation, type Written } from './judge-allocation.ts'
import { type Contender, meanTimes, pairedGain } from './paired-gain.ts'
import type { Times } from './response-times.ts'
import type { WeightProblem } from './weight-problem.ts'

/**
 * Plays a host under each of these Xen weights, all of them under the seed of that stage, so that they
 * meet the same requests. Stages are counted from 0.
 * @returns response times by domain in seconds, in the order asked
 */
export type PlayStage = (weights: readonly Weights[], stage: number) => Promise<readonly Times[]>

export interface RaceRules {
  /** Stages to play, two at least: one says nothing of chance. */
  stages: number
  /** Of each comparison; no correction is made for how many there are. */
  confidence: number
  /** What a better objective must gain, as a fraction, to count. */
  leastGain: number
  signal?: AbortSignal
}

export interface RaceResult {
  /** The weights in force, which stay to the end. */
  inForce: Contender
  /** All others after the first stage. */
  first: Contender[]
  /** Those that were stopped, each with the stages that it played. */
  stopped: Contender[]
  /** Those that played every stage, and the best of them. */
  finalists: Contender[]
  best: Contender
}

/** After each stage but the first, whoever is clearly worse than the best by then plays no further. */
export async function runRace(
  problem: WeightProblem,
  entered: readonly Written[],
  play: PlayStage,
  rules: RaceRules,
): Promise<RaceResult> {
  const { currentWeights: weights } = problem
  const asTheyAre: Written = { allocation: [], shares: {}, weights, roundingError: 0 }
  let running = [asTheyAre, ...entered].map((written) => afterStages(problem, written, []))
  let first: Contender[] = []
  const stopped: Contender[] = []
  for (let stage = 0; ; stage++) {
    rules.signal?.throwIfAborted()
    const asked = running.map((contender) => contender.weights)
    const times = await play(asked, stage)
    const [inForce, ...others] = running.map((contender, index) =>
      afterStages(problem, contender, [...contender.stages, times[index]!]),
    )
    if (stage === 0) first = others
    const best = bestOf(others)!
    const losers = new Set(others.filter((one) => isClearlyWorse(problem, one, best, rules)))
    const finalists = others.filter((one) => !losers.has(one))
    stopped.push(...losers)
    if (stage === rules.stages - 1) return { inForce: inForce!, first, stopped, finalists, best }
    running = [inForce!, ...finalists]
  }
}

function afterStages(problem: WeightProblem, written: Written, stages: Times[]): Contender {
  return { ...judgeAllocation(problem, written, meanTimes(stages)), stages }
}

function isClearlyWorse(
  problem: WeightProblem,
  one: Contender,
  best: Contender,
  rules: RaceRules,
): boolean {
  if (!Number.isFinite(one.value)) return Number.isFinite(best.value)
  const { mean, halfWidth } = pairedGain(problem, best, one, rules.confidence)
  return mean - halfWidth > gainThatCounts(one, best, rules)
}

/**
 * Whether what the best gains on one may be chance, or is not worth other weights. Who misses a target is
 * no tie of who keeps it: of two that chance alone tells apart, the one on the right side is the answer.
 */
export function isTie(
  problem: WeightProblem,
  one: Contender,
  best: Contender,
  rules: RaceRules,
): boolean {
  if (one.excess > 0 && best.excess === 0) return false
  const { mean, halfWidth } = pairedGain(problem, best, one, rules.confidence)
  return mean <= Math.max(gainThatCounts(one, best, rules), halfWidth)
}

/** As in `isBetter`: however little a target is missed by, to keep it counts. */
function gainThatCounts(one: Contender, best: Contender, { leastGain }: RaceRules): number {
  return one.excess > 0 && best.excess === 0 ? 0 : leastGain
}
