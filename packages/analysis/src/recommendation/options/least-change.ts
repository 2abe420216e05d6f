import { valueFor, type Weights } from '@steelyard/model'
import {
  type FewestChanges,
  fewestChanges,
  type Standing,
  WeightProblemError,
} from '@steelyard/solver'
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
): Promise<Pick<FewestChanges, 'weights'> | NoLeastChange> {
  const { basis, weights: inForce, predictors } = input
  const promised = input.targets.flatMap(({ domain, responseTimeSeconds: seconds }) =>
    seconds !== null && input.load.domains.some(({ name }) => name === domain)
      ? [{ domain, seconds }]
      : [],
  )
  if (promised.length === 0) return 'no-targets'
  const standing = (predicted: ReadonlyMap<string, Prediction | null>) =>
    standingOf(input, promised, predicted)
  const judge = async (weights: Weights) => {
    const { domains } = await predictedOption(input, weights, basis)
    return standing(new Map(domains.map(({ domain, predicted }) => [domain, predicted])))
  }
  if ((await judge(inForce)).worst <= 1) return { weights: inForce }
  const guide = basis.by === 'twin' ? (predictors.sdps ?? input.guide) : null
  const guess = guide ? await guessBy(guide, input, standing) : judge
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
const unknown = async (): Promise<Standing> => ({
  worst: Number.POSITIVE_INFINITY,
  worstSurely: Number.POSITIVE_INFINITY,
})

function mostJudged({ twin }: RecommendInput): number {
  const each = PREDICTION_SEEDS.length * twin!.eventsPerRun
  return Math.min(JUDGED.most, Math.max(JUDGED.least, Math.floor(EVENTS / each)))
}

/** The predictor's times now, changed by as much as a formula says. */
async function guessBy(
  guide: Predictor,
  { basis, weights: inForce }: RecommendInput,
  standing: (predicted: ReadonlyMap<string, Prediction | null>) => Standing,
): Promise<(weights: Weights) => Promise<Standing>> {
  const before = await guide.modelTimes(inForce, basis.statistic)
  return async (weights) => {
    const after = await guide.modelTimes(weights, basis.statistic)
    return standing(
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

function standingOf(
  { basis, measured, settings }: RecommendInput,
  promised: readonly { domain: string; seconds: number }[],
  predicted: ReadonlyMap<string, Prediction | null>,
): Standing {
  const ratios = promised.map(({ domain, seconds: target }) => {
    const time = predicted.get(domain)
    if (!time) return { worst: Number.POSITIVE_INFINITY, worstSurely: Number.POSITIVE_INFINITY }
    const seen = measured.get(domain)?.[settings.targetStatistic] ?? null
    const now = seen !== null && seen > target ? expectedNow(basis, domain) : null
    const factor = now === null ? 1 : Math.max(1, seen! / now)
    return {
      worst: (factor * time.seconds) / target,
      worstSurely: (factor * time.highSeconds) / target,
    }
  })
  return {
    worst: Math.max(...ratios.map(({ worst }) => worst)),
    worstSurely: Math.max(...ratios.map(({ worstSurely }) => worstSurely)),
  }
}

function expectedNow(basis: PredictorBasis, domain: string): number | null {
  return predictionOf(basis, domain, valueFor(basis.now, domain), 'diagnosis')?.seconds ?? null
}
