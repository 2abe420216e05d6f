import { valueFor, type Weights } from '@steelyard/model'
import { objectiveValue } from '@steelyard/solver'
import type { Prediction } from '../prediction/prediction.ts'
import { type PredictorBasis, predictionOf } from '../prediction/predictor-basis.ts'
import { runsUnder } from '../prediction/twin-answers.ts'
import type { WeightObjective } from '../settings.ts'
import type { SandpiperResult } from '../verdict/sandpiper-action.ts'
import { chooseOptions } from './choose-options.ts'
import { problemFor } from './choose-weights.ts'
import { check, isChanged } from './gate.ts'
import type { RecommendInput } from './recommend.ts'
import type { Recommendation } from './recommendation-of.ts'
import { objectiveOf, weightProblemOf } from './weight-problem-of.ts'

/** SandPiper's weights beside those in force and the recommended ones. */
export interface SandpiperBeside {
  /** What the gains are measured in. */
  objective: WeightObjective
  /** Those in force first, SandPiper's last; the recommended ones between them, if there are any. */
  options: WeightOption[]
  /** Why nothing but the weights is known of the options. Null where the twin played them. */
  unplayed: 'no-twin' | 'not-enough-evidence' | null
}

/** Weights, and what the twin expects of them; the predictions are null where it was not asked. */
export interface WeightOption {
  of: 'in-force' | 'recommended' | 'sandpiper'
  domains: {
    domain: string
    weight: number
    predicted: Prediction | null
    /** Null without a target or a prediction. */
    meetsTarget: boolean | null
  }[]
  /** The time farthest above its target, or nearest to it, as a ratio to the target. */
  worst: { domain: string; ratio: number } | null
  /** Of the objective, against the weights in force, with the half-width of its 80 % interval. */
  gain: { value: number; uncertainty: number } | null
}

/**
 * What SandPiper's weights would lead to. One model speaks of all options, so that they differ by
 * their weights alone: the twin, which has played those in force and the recommended ones already,
 * so this costs its five runs under SandPiper's.
 *
 * @param basis that of the twin, whichever model the analysis predicts with
 * @param unplayed why the twin is not to be asked
 * @returns null where SandPiper would change no weight
 */
export async function sandpiperBeside(
  input: RecommendInput,
  known: {
    sandpiper: SandpiperResult
    recommendation: Recommendation | null
    basis: PredictorBasis | null
    unplayed: SandpiperBeside['unplayed']
  },
  signal?: AbortSignal,
): Promise<SandpiperBeside | null> {
  const { sandpiper, recommendation, basis, unplayed } = known
  const raised = Object.fromEntries(sandpiper.domains.map(({ domain, weight }) => [domain, weight]))
  if (!isChanged(input.weights, raised)) return null
  // The least bad weights are judged by their distance to the targets, whatever was asked.
  const objective = recommendation?.infeasible
    ? 'meet-targets'
    : (recommendation?.objective ?? objectiveOf(input))
  const asked: [WeightOption['of'], Weights][] = [
    ['in-force', input.weights],
    ...(recommendation?.advice.change
      ? [['recommended', recommendation.solution.weights!] as [WeightOption['of'], Weights]]
      : []),
    ['sandpiper', { ...input.weights, ...raised }],
  ]
  const options: WeightOption[] = []
  for (const [of, weights] of asked) {
    options.push(
      basis === null || unplayed !== null
        ? unplayedOption(input, of, weights)
        : await playedOption(input, { of, weights, objective, basis }, signal),
    )
  }
  return { objective, options, unplayed }
}

function unplayedOption(
  { load }: RecommendInput,
  of: WeightOption['of'],
  weights: Weights,
): WeightOption {
  const domains = load.domains.map(({ name }) => ({
    domain: name,
    weight: valueFor(weights, name)!,
    predicted: null,
    meetsTarget: null,
  }))
  return { of, domains, worst: null, gain: null }
}

async function playedOption(
  input: RecommendInput,
  option: {
    of: WeightOption['of']
    weights: Weights
    objective: WeightObjective
    basis: PredictorBasis
  },
  signal?: AbortSignal,
): Promise<WeightOption> {
  const { of, weights, basis } = option
  const times = await input.predictors.twin!.modelTimes(weights, basis.statistic)
  const question = of === 'in-force' ? 'diagnosis' : 'forecast'
  const predicted = input.load.domains.map(({ name }) => {
    const target = input.targets.find(({ domain }) => domain === name)?.responseTimeSeconds ?? null
    return {
      domain: name,
      weight: valueFor(weights, name)!,
      target,
      predicted: predictionOf(basis, name, times.get(name), question),
    }
  })
  const ratios = predicted.flatMap(({ domain, predicted: time, target }) =>
    time && target !== null ? [{ domain, ratio: time.seconds / target }] : [],
  )
  return {
    of,
    domains: predicted.map(({ target, ...each }) => ({
      ...each,
      meetsTarget: each.predicted && target !== null ? each.predicted.seconds <= target : null,
    })),
    worst: ratios.sort((a, b) => b.ratio - a.ratio)[0] ?? null,
    gain: of === 'in-force' ? null : await gainOf(input, option, signal),
  }
}

/** The gain as the recommended weights are judged: run by run under the same requests. */
async function gainOf(
  input: RecommendInput,
  { weights, objective }: { weights: Weights; objective: WeightObjective },
  signal?: AbortSignal,
): Promise<WeightOption['gain']> {
  const asked = weightProblemOf(input, objective)
  const options = chooseOptions(input, objective, signal)
  const problem = await problemFor(input.predictors.twin!, asked, options)
  const { gain, uncertainty } = await check(
    {
      model: 'twin',
      runs: (each) => runsUnder(input.twin!, each),
      objective: (times) => objectiveValue(asked.objective, problem, times),
    },
    { now: input.weights, asked: weights },
    options.sight,
  )
  return Number.isFinite(gain) && Number.isFinite(uncertainty) ? { value: gain, uncertainty } : null
}
