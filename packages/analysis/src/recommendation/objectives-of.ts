import { scaleBy, valueFor, type Weights } from '@steelyard/model'
import { objectiveValue, WeightProblemError, type WeightSolution } from '@steelyard/solver'
import { FORECASTERS, type Forecaster } from '../catalogue.ts'
import { anchorsOf, type Sight, timesOf } from '../prediction/predictors.ts'
import type { WeightObjective } from '../settings.ts'
import { chooseOptions } from './choose-options.ts'
import { chooseWeights } from './choose-weights.ts'
import type { Choice, RecommendInput } from './recommend.ts'
import { objectiveOf, weightProblemOf } from './weight-problem-of.ts'

/** The weights that an objective would choose, and every model's assessment of them. */
export interface Objective {
  objective: WeightObjective
  chosenBy: Forecaster
  solution: WeightSolution
  /** Weights of the guests; those in force when none were found. */
  weights: { domain: string; weight: number }[]
  outlook: Outlook[]
}

/** One model's times under the weights, anchored if requested as all predictions are. */
interface Outlook {
  estimator: Forecaster
  domains: {
    domain: string
    meanSeconds: number | null
    /** The statistic that targets are about. Absent in what was stored before it was shown. */
    judgedSeconds?: number | null
    meetsTarget: boolean | null
  }[]
  /** Mean over all requests of the host. */
  meanSeconds: number
}

const offered: readonly WeightObjective[] = [
  'meet-targets',
  'smallest-change',
  'mean-slowdown',
  'mean-over-requests',
  'total-delay',
]

/**
 * The weights that each objective would choose, and every model's prediction for them. SDPS
 * chooses, because its optimum is proven; the published formula chooses for the total delay, as in
 * its paper. The candidates for the recommendation come first.
 */
export async function objectivesOf(
  input: RecommendInput,
  candidates: readonly Choice[],
  signal?: AbortSignal,
): Promise<Objective[]> {
  const objectives: Objective[] = []
  for (const { objective, by, solution } of candidates) {
    objectives.push(await objectiveWith(input, objective, by, solution))
  }
  for (const objective of offered) {
    const by: Forecaster = objective === 'total-delay' ? 'delay-aware' : 'sdps'
    const isKnown = objectives.some((each) => each.objective === objective && each.chosenBy === by)
    if (isKnown || !input.predictors[by] || !isPosed(input, objective)) continue
    const options = chooseOptions(input, objective, signal)
    const solution = await chooseWeights(by, weightProblemOf(input, objective), options)
    objectives.push(await objectiveWith(input, objective, by, solution))
  }
  return objectives
}

/**
 * The choice of the published formula alone, for a recording that does not support any advice: it
 * takes nothing but the load, so it is shown for what it is. Empty where no CPU use is known, and
 * where the question cannot be posed.
 */
export async function publishedObjectives(
  input: RecommendInput,
  signal?: AbortSignal,
): Promise<Objective[]> {
  const busy = input.load.domains.filter((domain) => domain.arrivalRatePerSecond > 0)
  if (busy.length === 0 || busy.some((domain) => domain.serviceTimeSeconds <= 0)) return []
  const asked = objectiveOf(input)
  const published = new Set<WeightObjective>(isRuleOfFormula(asked) ? [asked] : [])
  const objectives: Objective[] = []
  for (const objective of published.add('total-delay')) {
    try {
      const options = chooseOptions(input, objective, signal)
      const question = weightProblemOf(input, objective)
      const solution = await chooseWeights('delay-aware', question, options)
      objectives.push(await objectiveWith(input, objective, 'delay-aware', solution))
    } catch (error) {
      if (!(error instanceof WeightProblemError)) throw error
    }
  }
  return objectives
}

/** What the published formula answers itself: its own rule, and its own objective. */
export function isRuleOfFormula(objective: WeightObjective): boolean {
  return objective === 'raise-violators' || objective === 'total-delay'
}

/** Some objectives need at least one target. */
function isPosed(input: RecommendInput, objective: WeightObjective): boolean {
  return objectiveOf({ ...input, settings: { ...input.settings, objective } }) === objective
}

async function objectiveWith(
  input: RecommendInput,
  objective: WeightObjective,
  chosenBy: Forecaster,
  solution: WeightSolution,
): Promise<Objective> {
  const weights = solution.weights ?? weightProblemOf(input, objective).currentWeights
  return {
    objective,
    chosenBy,
    solution,
    weights: input.load.domains.map(({ name }) => ({ domain: name, weight: weights[name]! })),
    outlook: await outlookOf(input, objective, weights, chosenBy),
  }
}

/** The twin is asked about its own choices, and about the one that the operator asked of the paper. */
function isForTwin(
  input: RecommendInput,
  objective: WeightObjective,
  chosenBy: Forecaster,
): boolean {
  return chosenBy === 'twin' || (isRuleOfFormula(objective) && objectiveOf(input) === objective)
}

async function outlookOf(
  input: RecommendInput,
  objective: WeightObjective,
  weights: Weights,
  chosenBy: Forecaster,
): Promise<Outlook[]> {
  const outlook: Outlook[] = []
  const { measured, settings } = input
  const { anchored } = settings
  const problem = weightProblemOf(input, objective)
  for (const estimator of FORECASTERS) {
    const predictor = input.predictors[estimator]
    // Playing every choice would take as long as the rest of the analysis; the twin is asked on demand.
    if (!predictor || (estimator === 'twin' && !isForTwin(input, objective, chosenBy))) continue
    const answer = await predictor.predict(weights)
    const anchors = (sight: Sight) =>
      anchored ? anchorsOf(predictor, problem.currentWeights, measured, sight) : {}
    const [forMean, forTarget] = [await anchors('mean'), await anchors(settings.targetStatistic)]
    const means = scaleBy(timesOf(answer, 'mean'), forMean)
    const judged = scaleBy(timesOf(answer, settings.targetStatistic), forTarget)
    outlook.push({
      estimator,
      domains: problem.load.domains.map(({ name }) => {
        const seconds = judged.get(name) ?? null
        const target = valueFor(problem.targets, name)
        return {
          domain: name,
          meanSeconds: means.get(name) ?? null,
          judgedSeconds: seconds,
          meetsTarget: target === undefined || seconds === null ? null : seconds <= target,
        }
      }),
      meanSeconds: objectiveValue('mean-over-requests', { load: problem.load }, means).value,
    })
  }
  return outlook
}
