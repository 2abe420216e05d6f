import type { Weights } from '@steelyard/model'
import {
  judgeAllocation,
  type WrittenAllocation,
  writtenInForce,
} from '../problem/judge-allocation.ts'
import { keepsMore } from '../problem/objective-value.ts'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { bestOf } from '../search/choose-among.ts'
import { meanTimes, pairedGain, type RaceContender } from './paired-gain.ts'

/**
 * Simulates a host under each of these Xen weights, all with the seed of that stage, so that they
 * serve the same requests. Stages are counted from 0.
 * @returns response times by domain in seconds, in the order given
 */
export type PlayStage = (weights: readonly Weights[], stage: number) => Promise<readonly Times[]>

/** Further allocations for the first stage, in view of what it has shown so far; none to go on. */
export type Grow = (first: readonly RaceContender[]) => readonly WrittenAllocation[]

export interface RaceRules {
  /** Number of stages, at least two: one says nothing about the noise. */
  stages: number
  /** Confidence of each comparison, without correction for their number. */
  confidence: number
  /** Relative gain that a better objective must reach to count. */
  leastGain: number
  /** Who joins in the first stage. Default: nobody. */
  grow?: Grow
  signal?: AbortSignal
}

interface RaceResult {
  /** The weights in force, which are never stopped. */
  inForce: RaceContender
  /** All other contenders after the first stage. */
  first: RaceContender[]
  /** Contenders that were stopped, with the stages that they ran. */
  stopped: RaceContender[]
  /** Contenders that ran every stage, and the best of them. */
  finalists: RaceContender[]
  best: RaceContender
}

/**
 * After each stage but the first, contenders that are clearly worse than the best so far are
 * stopped.
 */
export async function runRace(
  problem: WeightProblem,
  entered: readonly WrittenAllocation[],
  play: PlayStage,
  rules: RaceRules,
): Promise<RaceResult> {
  let running = [writtenInForce(problem), ...entered].map((written) =>
    afterStages(problem, written, []),
  )
  let first: RaceContender[] = []
  const stopped: RaceContender[] = []
  for (let stage = 0; ; stage++) {
    rules.signal?.throwIfAborted()
    const [inForce, ...others] = await played(problem, running, play, stage)
    if (stage === 0) {
      const grow = rules.grow ?? (() => [])
      for (let more = grow(others); more.length > 0; more = grow(others)) {
        rules.signal?.throwIfAborted()
        const begun = more.map((written) => afterStages(problem, written, []))
        others.push(...(await played(problem, begun, play, stage)))
      }
      first = others
    }
    const best = bestOf(others)!
    const losers = new Set(others.filter((one) => isClearlyWorse(problem, one, best, rules)))
    const finalists = others.filter((one) => !losers.has(one))
    stopped.push(...losers)
    if (stage === rules.stages - 1) return { inForce: inForce!, first, stopped, finalists, best }
    running = [inForce!, ...finalists]
  }
}

async function played(
  problem: WeightProblem,
  running: readonly RaceContender[],
  play: PlayStage,
  stage: number,
): Promise<RaceContender[]> {
  const times = await play(
    running.map(({ weights }) => weights),
    stage,
  )
  return running.map((contender, index) =>
    afterStages(problem, contender, [...contender.stages, times[index]!]),
  )
}

function afterStages(
  problem: WeightProblem,
  written: WrittenAllocation,
  stages: Times[],
): RaceContender {
  return { ...judgeAllocation(problem, written, meanTimes(stages)), stages }
}

function isClearlyWorse(
  problem: WeightProblem,
  one: RaceContender,
  best: RaceContender,
  rules: RaceRules,
): boolean {
  if (!Number.isFinite(one.value)) return Number.isFinite(best.value)
  const { mean, halfWidth } = pairedGain(problem, best, one, rules.confidence)
  return mean - halfWidth > gainThatCounts(one, best, rules)
}

/**
 * However noisy the comparison, a contender that looks worse than the best by more than this is no
 * tie: changing less is worth that much and no more. Our own bound.
 */
export const AS_GOOD = 0.05

/**
 * Whether the best's gain over this contender may be noise, or does not justify other weights. A
 * contender that misses a target never ties with one that keeps it: if only noise separates the
 * two, the one that keeps it wins.
 */
export function isTie(
  problem: WeightProblem,
  one: RaceContender,
  best: RaceContender,
  rules: RaceRules,
): boolean {
  if (keepsMore(best, one)) return false
  const { mean, halfWidth } = pairedGain(problem, best, one, rules.confidence)
  return mean <= Math.max(gainThatCounts(one, best, rules), Math.min(halfWidth, AS_GOOD))
}

/** As in `isBetter`: keeping a target counts however small the miss. */
function gainThatCounts(one: RaceContender, best: RaceContender, { leastGain }: RaceRules): number {
  return keepsMore(best, one) ? 0 : leastGain
}
