import type {
  AnalysisOptions,
  Reason,
  Recommendation,
  SlaTarget,
  WeightObjective,
} from '@steelyard/contract'
import type { FeasibilityFinding } from '@steelyard/model'
import {
  objectiveValue,
  type WeightProblem,
  WeightProblemError,
  type WeightSolution,
} from '@steelyard/solver'
import { adviceOf } from '../verdict/advice.ts'
import { type ChooseOptions, chooseWeights, problemFor } from './choose-weights.ts'
import { type Check, check, isChanged, type Judge } from './gate.ts'
import { type Objective, objectivesOf } from './objectives-of.ts'
import type { Forecaster, Measured, Predictors, Sight } from './predictors.ts'
import { recommendationOf } from './recommendation-of.ts'
import { PREDICTION_SEEDS, type TwinAnswers } from './twin-answers.ts'
import { objectiveOf, type ProblemInput, weightProblemOf } from './weight-problem-of.ts'

export interface RecommendInput extends ProblemInput {
  /** Those that have an answer; `delay-aware` always. */
  predictors: Predictors
  /** Whose predictions the recommendation and the verdict rest on. */
  used: Forecaster
  /** Null where the twin was left out. */
  twin: TwinAnswers | null
  measured: Measured
  /** Who measured each domain. */
  measuredBy: ReadonlyMap<string, 'client' | 'access-log' | null>
  /** CPU use of all pCPUs together, 0..1. */
  hostUtilisation: number | null
}

export interface Recommended {
  recommendation: Recommendation | null
  /** What each objective would choose; null without a recommendation. */
  objectives: Objective[] | null
  /** For the verdict; null where there is no target of the response time to judge by. */
  finding: FeasibilityFinding | null
  /** Why there is no recommendation, or what it leaves out. */
  notes: Reason[]
}

/** What was found for one objective, and what both judges make of it. */
export interface Choice {
  objective: WeightObjective
  /** With the factors of the model that chose. */
  problem: WeightProblem
  by: Forecaster
  solution: WeightSolution
  checks: Check[]
}

/**
 * Weights for the load of the decision range, if there are any that beat those in force under both SDPS and
 * the twin by more than the models' own uncertainty; else those in force. What cannot be posed is told,
 * not thrown.
 */
export async function recommend(input: RecommendInput, signal?: AbortSignal): Promise<Recommended> {
  const busy = input.load.domains.filter((domain) => domain.arrivalRatePerSecond > 0)
  if (busy.length === 0) return without('No domain has both requests and a known service time.')
  try {
    const objective = objectiveOf(input)
    const choice = await choose(input, objective, signal)
    const advice = adviceOf(input, choice)
    return {
      recommendation: await recommendationOf(input, choice, advice),
      objectives: await objectivesOf(input, choice, signal),
      finding: findingOf(choice, advice.change),
      notes: [
        ...leftOut(input),
        ...(choice.by === input.used ? [] : [byFormulaInstead(input.used)]),
      ],
    }
  } catch (error) {
    if (error instanceof WeightProblemError) return without(error.message)
    throw error
  }
}

/** By the published formula where its own rule or its own objective is asked for. */
export async function choose(
  input: RecommendInput,
  objective: WeightObjective,
  signal?: AbortSignal,
): Promise<Choice> {
  const isFormulas = objective === 'raise-violators' || objective === 'total-delay'
  const by = isFormulas ? 'delay-aware' : input.used
  const asked = weightProblemOf(input, objective)
  const options = chooseOptions(input, objective, signal)
  const solution = await chooseWeights(by, asked, options)
  const problem = await problemFor(input.predictors[by]!, asked, options)
  return {
    objective,
    problem,
    by,
    solution,
    checks: await checksOf(input, asked, solution, options),
  }
}

export function chooseOptions(
  input: RecommendInput,
  objective: WeightObjective,
  signal?: AbortSignal,
): ChooseOptions {
  const { predictors, measured, options, twin } = input
  return {
    predictors,
    measured,
    anchored: options.anchored,
    sight: sightFor(objective, options),
    targetStatistic: options.targetStatistic,
    twin,
    timeLimitSeconds: options.timeLimitSeconds,
    ...(signal ? { signal } : {}),
  }
}

/** Targets hold for a statistic of what is measured; the other objectives are about what clients see. */
export function sightFor(
  objective: WeightObjective,
  { targetStatistic }: Pick<AnalysisOptions, 'targetStatistic'>,
): Sight {
  const forTargets = objective === 'meet-targets' || objective === 'raise-violators'
  return forTargets ? targetStatistic : 'client'
}

/** What SDPS and the twin make of the weights found; nothing where these are the ones in force. */
async function checksOf(
  input: RecommendInput,
  asked: WeightProblem,
  { weights }: WeightSolution,
  options: ChooseOptions,
): Promise<Check[]> {
  const now = asked.currentWeights
  if (!isChanged(now, weights)) return []
  const checks: Check[] = []
  for (const judge of await judgesOf(input, asked, options)) {
    checks.push(await check(judge, { now, asked: weights }, options.sight))
  }
  return checks
}

async function judgesOf(
  { predictors: { sdps, twin: played }, twin }: RecommendInput,
  asked: WeightProblem,
  options: ChooseOptions,
): Promise<Judge[]> {
  const judges: Judge[] = []
  if (sdps) {
    const problem = await problemFor(sdps, asked, options)
    judges.push({
      model: 'sdps',
      runs: async (weights) => [await sdps.predict(weights)],
      objective: (times) => objectiveValue(asked.objective, problem, times),
    })
  }
  if (twin && played) {
    const problem = await problemFor(played, asked, options)
    judges.push({
      model: 'twin',
      runs: (weights) =>
        Promise.all(PREDICTION_SEEDS.map(async (seed) => (await twin.play([weights], seed))[0]!)),
      objective: (times) => objectiveValue(asked.objective, problem, times),
    })
  }
  return judges
}

function byFormulaInstead(used: Forecaster): Reason {
  return {
    code: 'recommended-by-formula',
    text: `What is asked for is a rule of the published formula: it chooses here instead of ${used}.`,
    severity: 'info',
  }
}

function without(text: string): Recommended {
  return {
    recommendation: null,
    objectives: null,
    finding: null,
    notes: [
      {
        code: 'no-recommendation',
        text: `No weights are recommended. ${text}`,
        severity: 'warning',
      },
    ],
  }
}

function findingOf({ problem, solution }: Choice, change: boolean): FeasibilityFinding | null {
  const { targets = {}, bounds = {}, excluded = [] } = problem
  if (Object.keys(targets).length === 0) return null
  const { status, conflicts, predicted, weights } = solution
  return {
    status,
    conflicts,
    missed: weights ? predicted.filter((p) => p.meetsTarget === false).map((p) => p.name) : [],
    unchanged: weights !== null && !change,
    restricted: Object.keys(bounds).length > 0 || excluded.length > 0,
    anchored: problem.factors !== undefined,
  }
}

function leftOut({ targets, options, load }: RecommendInput): Reason[] {
  const names = new Set(load.domains.map((domain) => domain.name))
  const mentioned = [...options.bounds.map((bound) => bound.domain), ...options.excluded]
  const unknown = [...new Set(mentioned)].filter((name) => !names.has(name))
  const notes: Reason[] = unknown.map((name) => ({
    code: 'unknown-domain',
    text: `${name} is named in the options but has no load in this recording.`,
    severity: 'warning',
  }))
  return [...notes, ...throughputNote(targets)]
}

function throughputNote(targets: readonly SlaTarget[]): Reason[] {
  const throughput = targets.filter((target) => target.throughputPerSecond !== null)
  if (throughput.length === 0) return []
  return [
    {
      code: 'throughput-not-optimised',
      text: `Throughput targets (${throughput.map((t) => t.domain).join(', ')}) count in the verdict; the weights are chosen by response time alone. Requests count when they end, so a backlog shows; one that never ended is in no log.`,
      severity: 'info',
    },
  ]
}
