import type { Objective, WeightObjective } from '@steelyard/contract'
import type { Weights } from '@steelyard/model'
import { objectiveValue, type WeightSolution } from '@steelyard/solver'
import { toMs } from '../recorded/response-time.ts'
import { chooseWeights, problemFor } from './choose-weights.ts'
import { LEAST_GAIN } from './gate.ts'
import { type Forecaster, forecasters, type Sight } from './predictors.ts'
import { type Choice, chooseOptions, type RecommendInput } from './recommend.ts'
import { objectiveOf, weightProblemOf } from './weight-problem-of.ts'

export type { Objective }

const offered: readonly WeightObjective[] = [
  'meet-targets',
  'mean-slowdown',
  'mean-over-requests',
  'total-delay',
]

/**
 * What weights each objective would choose, and what every model expects of them: by SDPS, whose optimum
 * is proven, and the total delay by the published formula, as in its paper. The twin is asked about what
 * they choose, and chooses itself where the recommendation rests on it.
 */
export async function objectivesOf(
  input: RecommendInput,
  recommended: Choice,
  signal?: AbortSignal,
): Promise<Objective[]> {
  const objectives = [
    await told(input, recommended.objective, recommended.by, recommended.solution),
  ]
  for (const objective of offered) {
    const by: Forecaster = objective === 'total-delay' ? 'delay-aware' : 'sdps'
    const isTold = objective === recommended.objective && by === recommended.by
    if (isTold || !input.predictors[by] || !isPosed(input, objective)) continue
    const options = chooseOptions(input, objective, signal)
    const solution = await chooseWeights(by, weightProblemOf(input, objective), options)
    objectives.push(await told(input, objective, by, solution))
  }
  return objectives
}

/** There is no meeting targets without any. */
function isPosed(input: RecommendInput, objective: WeightObjective): boolean {
  return objectiveOf({ ...input, options: { ...input.options, objective } }) === objective
}

async function told(
  input: RecommendInput,
  objective: WeightObjective,
  chosenBy: Forecaster,
  solution: WeightSolution,
): Promise<Objective> {
  const weights = solution.weights ?? weightProblemOf(input, objective).currentWeights
  return {
    objective,
    chosenBy,
    method: methodOf(solution),
    statement: statementOf(solution),
    weights: input.load.domains.map(({ name }) => ({ domain: name, weight: weights[name]! })),
    outlook: await outlookOf(input, objective, weights),
  }
}

function methodOf({ status, proof }: WeightSolution): Objective['method'] {
  if (status === 'not-proven') return 'search'
  return proof.engine === 'enumeration' ? 'enumerated' : 'proven'
}

function statementOf({ status, proof }: WeightSolution): string {
  if (status === 'infeasible') {
    return 'No weights on the grid are predicted to keep every target: those in force stay.'
  }
  if (status === 'not-proven') return `Not proven. ${proof.cause?.sentence ?? ''}`.trim()
  if (proof.engine !== 'enumeration') {
    return proof.gap
      ? `Proven: none on the grid is better by more than ${LEAST_GAIN * 100} %.`
      : 'Proven to be the best on the grid.'
  }
  return `Every allocation of the grid was tried; of those within ${LEAST_GAIN * 100} % of the best, this is the nearest to the weights in force.`
}

async function outlookOf(
  input: RecommendInput,
  objective: WeightObjective,
  weights: Weights,
): Promise<Objective['outlook']> {
  const outlook: Objective['outlook'] = []
  const problem = weightProblemOf(input, objective)
  for (const estimator of forecasters) {
    const predictor = input.predictors[estimator]
    if (!predictor) continue
    const answer = await predictor.predict(weights)
    const anchoredBy = async (sight: Sight) =>
      (
        await problemFor(predictor, problem, {
          ...input,
          anchored: input.options.anchored,
          targetStatistic: input.options.targetStatistic,
          sight,
        })
      ).factors ?? {}
    const [forMean, forTarget] = [
      await anchoredBy('mean'),
      await anchoredBy(input.options.targetStatistic),
    ]
    const means = new Map(
      [...answer].map(([name, { mean }]) => [
        name,
        mean === null ? null : mean * (forMean[name] ?? 1),
      ]),
    )
    outlook.push({
      estimator,
      domains: problem.load.domains.map(({ name }) => {
        const seconds = answer.get(name)?.[input.options.targetStatistic] ?? null
        const target = problem.targets?.[name]
        return {
          domain: name,
          responseTimeMs: toMs(means.get(name)),
          meetsTarget:
            target === undefined || seconds === null
              ? null
              : seconds * (forTarget[name] ?? 1) <= target,
        }
      }),
      meanMs: toMs(objectiveValue('mean-over-requests', { load: problem.load }, means).value),
    })
  }
  return outlook
}
