import { mean, type Weights } from '@steelyard/model'
import type { Answer } from './ask-product.ts'
import type { SyntheticHost } from './draw-host.ts'
import { findBest } from './find-best.ts'
import { comparingSeconds, type Measurer, type PlayedHost, playHost } from './play-host.ts'
import { gainOf, type Score, scoreOf } from './score.ts'
import type { Targets } from './settle-targets.ts'

export const choiceIds = ['nothing', 'product', 'ungated', 'sandpiper', 'eq7', 'searched'] as const
export type ChoiceId = (typeof choiceIds)[number]

export interface JudgedChoice {
  weights: Weights
  judged: Record<Measurer, Gain>
}

export interface Gain {
  /** Of the objective against the weights in force. */
  gain: number
  /** Half-width of its 95 % interval over the seeds. */
  noise: number
  worstOverTarget: number
  slowdown: number
  targetsMet: number
}

/** Other seeds than the recording's and the targets'. */
const SEARCHING_SEED = 101
const JUDGING_SEEDS = [201, 202, 203, 204]
/** Student's t with 3 degrees of freedom, 95 %. */
const STUDENT_T = 3.182
/** A judgement is so many times as long as a comparison of the search. */
const LONGER = 2

/**
 * Judges the product's answer and its alternatives with the independent simulator in its steady
 * state. No weights at all count as leaving the host alone. The best weights are searched with
 * other requests than they are judged with, so luck does not make them better than they are: the
 * optimum is at least as good as this, and regret is under- rather than overestimated.
 */
export function judgeHost(
  host: SyntheticHost,
  targets: Targets,
  answer: Answer,
): Record<ChoiceId, JudgedChoice> {
  const { weights: inForce } = host
  const given = {
    nothing: inForce,
    product: answer.product ?? inForce,
    ungated: answer.ungated ?? inForce,
    sandpiper: answer.sandpiper ?? inForce,
    eq7: answer.eq7 ?? inForce,
  }
  const seconds = comparingSeconds(host)
  const searched = findBest(host, Object.values(given), (weights) =>
    scoreOf(
      host,
      targets,
      playHost(host, weights, { seed: SEARCHING_SEED, seconds }),
      statedAt(targets),
    ),
  )
  const played = new Map<string, PlayedHost[]>()
  const play = (weights: Weights): PlayedHost[] => {
    const key = JSON.stringify(weights)
    const own =
      played.get(key) ??
      JUDGING_SEEDS.map((seed) => playHost(host, weights, { seed, seconds: LONGER * seconds }))
    played.set(key, own)
    return own
  }
  const judge = (weights: Weights): JudgedChoice => {
    const at = (measurer: Measurer): Gain => {
      const score = (times: PlayedHost) => scoreOf(host, targets, times, measurer)
      return gainOver(play(inForce).map(score), play(weights).map(score))
    }
    return { weights, judged: { clients: at('clients'), log: at('log') } }
  }
  const choices = Object.entries({ ...given, searched }).map(([id, weights]) => [
    id,
    judge(weights),
  ])
  return Object.fromEntries(choices)
}

/** Targets are about what the log shows; without any, what clients see counts. */
export function statedAt(targets: Targets): Measurer {
  return Object.keys(targets).length > 0 ? 'log' : 'clients'
}

function gainOver(before: readonly Score[], after: readonly Score[]): Gain {
  const gains = after.map((own, index) => gainOf(before[index]!, own))
  const [was, { overTarget, ...is }] = [meanScore(before), meanScore(after)]
  const middle = mean(gains)
  const variance = mean(gains.map((gain) => (gain - middle) ** 2)) / (gains.length - 1)
  return {
    ...is,
    gain: gainOf(was, { ...is, overTarget }),
    targetsMet: overTarget.filter((ratio) => ratio <= 1).length,
    noise: STUDENT_T * Math.sqrt(variance),
  }
}

/** A target is met if it is on the average of the seeds. */
function meanScore(scores: readonly Score[]): Score {
  const overTarget = scores[0]!.overTarget.map((_, index) =>
    mean(scores.map((score) => score.overTarget[index]!)),
  )
  return {
    overTarget,
    worstOverTarget: Math.max(0, ...overTarget),
    slowdown: mean(scores.map((score) => score.slowdown)),
  }
}
