import type { Weights } from '@steelyard/model'
import { objectiveValue } from '@steelyard/solver'
import type { PredictorBasis } from '../prediction/predictor-basis.ts'
import { runsUnder } from '../prediction/twin-answers.ts'
import type { WeightObjective } from '../settings.ts'
import type { SandpiperResult } from '../verdict/sandpiper-action.ts'
import { chooseOptions } from './choose-options.ts'
import { problemFor } from './choose-weights.ts'
import { check, isChanged } from './gate.ts'
import { type PredictedOption, predictedOption } from './options/predicted-option.ts'
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
export interface WeightOption extends PredictedOption {
  of: 'in-force' | 'recommended' | 'sandpiper'
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
  const played = unplayed === null ? basis : null
  const options: WeightOption[] = []
  for (const [of, weights] of asked) {
    const gain =
      played === null || of === 'in-force'
        ? null
        : await gainOf(input, { weights, objective }, signal)
    options.push({ of, ...(await predictedOption(input, weights, played)), gain })
  }
  return { objective, options, unplayed }
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
