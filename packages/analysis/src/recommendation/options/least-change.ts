import { valueFor, type Weights } from '@steelyard/model'
import { fewestChanges, WeightProblemError, type WorstUnder } from '@steelyard/solver'
import { type Prediction, scaledTime } from '../../prediction/prediction.ts'
import { type PredictorBasis, predictionOf } from '../../prediction/predictor-basis.ts'
import type { Predictor } from '../../prediction/predictors.ts'
import { PREDICTION_SEEDS } from '../../prediction/twin-answers.ts'
import type { RecommendInput } from '../recommend.ts'
import { weightProblemOf } from '../weight-problem-of.ts'
import { predictedOption } from './predicted-option.ts'

/** Events that the twin spends on it, which take some seconds; within these bounds. */
const EVENTS = 40_000_000
const JUDGED = { least: 2, most: 6 }

/** Why no smallest change is known. */
export type NoLeastChange = 'no-targets' | 'none-found' | 'not-posed'

/**
 * The change of the fewest guests, and of these the smallest, with which every target is predicted to
 * be kept; the weights in force where they keep every target already. A target that the recording
 * shows missed is missed by that much more than the model has it.
 *
 * @param known weights that the predictor has answered already
 */
export async function leastChange(
  input: RecommendInput,
  known: readonly Weights[],
  signal?: AbortSignal,
): Promise<Weights | NoLeastChange> {
  const { basis, weights: inForce, predictors } = input
  const promised = input.targets.flatMap(({ domain, responseTimeSeconds: seconds }) =>
    seconds !== null && input.load.domains.some(({ name }) => name === domain)
      ? [{ domain, seconds }]
      : [],
  )
  if (promised.length === 0) return 'no-targets'
  const worst = (predicted: Predicted) => worstOf(input, promised, predicted)
  const judge: WorstUnder = async (weights) => {
    const { domains } = await predictedOption(input, weights, basis)
    return worst(new Map(domains.map(({ domain, predicted }) => [domain, predicted])))
  }
  if ((await judge(inForce)) <= 1) return inForce
  const guide = basis.by === 'twin' ? (predictors.sdps ?? input.guide) : null
  const guess = guide ? await guessBy(guide, input, worst) : judge
  try {
    const found = await fewestChanges(weightProblemOf(input, 'meet-targets'), {
      guess: basis.by === 'twin' && !guide ? unknown : guess,
      judge,
      known,
      mostJudged: basis.by === 'twin' ? mostJudged(input) : Number.POSITIVE_INFINITY,
      ...(signal ? { signal } : {}),
    })
    return found ?? 'none-found'
  } catch (error) {
    if (error instanceof WeightProblemError) return 'not-posed'
    throw error
  }
}

/** Without a formula that answers, what the twin has played already is all there is. */
const unknown: WorstUnder = async () => Number.POSITIVE_INFINITY

type Predicted = ReadonlyMap<string, Prediction | null>

function mostJudged({ twin }: RecommendInput): number {
  const each = PREDICTION_SEEDS.length * twin!.eventsPerRun
  return Math.min(JUDGED.most, Math.max(JUDGED.least, Math.floor(EVENTS / each)))
}

/** The predictor's times now, changed by as much as a formula says. */
async function guessBy(
  guide: Predictor,
  { basis, weights: inForce }: RecommendInput,
  worst: (predicted: Predicted) => number,
): Promise<WorstUnder> {
  const before = await guide.modelTimes(inForce, basis.statistic)
  return async (weights) => {
    const after = await guide.modelTimes(weights, basis.statistic)
    return worst(
      new Map(
        [...after].map(([domain, then]) => {
          const was = before.get(domain)
          const now = valueFor(basis.now, domain) ?? null
          const time = then && was ? scaledTime(now, then.seconds / was.seconds) : null
          return [domain, predictionOf(basis, domain, time, 'forecast')]
        }),
      ),
    )
  }
}

function worstOf(
  { basis, measured, settings }: RecommendInput,
  promised: readonly { domain: string; seconds: number }[],
  predicted: Predicted,
): number {
  const ratios = promised.map(({ domain, seconds: target }) => {
    const time = predicted.get(domain)
    if (!time) return Number.POSITIVE_INFINITY
    const seen = measured.get(domain)?.[settings.targetStatistic] ?? null
    const now = seen !== null && seen > target ? expectedNow(basis, domain) : null
    const factor = now === null ? 1 : Math.max(1, seen! / now)
    return (factor * time.seconds) / target
  })
  return Math.max(...ratios)
}

function expectedNow(basis: PredictorBasis, domain: string): number | null {
  return predictionOf(basis, domain, valueFor(basis.now, domain), 'diagnosis')?.seconds ?? null
}
