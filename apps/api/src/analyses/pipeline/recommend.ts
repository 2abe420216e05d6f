import type { Reason, Recommendation, SlaTarget } from '@steelyard/contract'
import type { FeasibilityFinding } from '@steelyard/model'
import { type WeightProblem, WeightProblemError, type WeightSolution } from '@steelyard/solver'
import { type Choices, chooseWeights } from './choose-weights.ts'
import { type Objective, objectivesOf } from './objectives-of.ts'
import type { Forecaster, Predictors } from './predictors.ts'
import { recommendationOf } from './recommendation-of.ts'
import { type ProblemInput, weightProblemOf } from './weight-problem-of.ts'

export interface RecommendInput extends ProblemInput {
  /** Those that have an answer; `delay-aware` always. */
  predictors: Predictors
  /** Whose predictions the recommendation and the verdict rest on. */
  used: Forecaster
  /** How often the twin may be asked. */
  twinEvaluations: number
  /** Measured means over the range in seconds, by domain. */
  measured: ReadonlyMap<string, number>
}

export interface Recommended {
  recommendation: Recommendation | null
  /** What each model would choose; null without a recommendation. */
  objectives: Objective[] | null
  /** For the verdict; null where there is no target of the response time to judge by. */
  finding: FeasibilityFinding | null
  /** Why there is no recommendation, or what it leaves out. */
  notes: Reason[]
}

/** Optimal weights for the load of the decision range. What cannot be posed is told, not thrown. */
export async function recommend(input: RecommendInput, signal?: AbortSignal): Promise<Recommended> {
  const busy = input.load.domains.filter((domain) => domain.arrivalRatePerSecond > 0)
  if (busy.length === 0) return without('No domain has both requests and a known service time.')
  const problem = weightProblemOf(input)
  try {
    const choices = await chooseWeights(problem, input.predictors, {
      ...{ used: input.used, twinEvaluations: input.twinEvaluations },
      timeLimitSeconds: input.options.timeLimitSeconds,
      ...(signal ? { signal } : {}),
    })
    const { by, solution } = usedChoice(choices, input.used)
    return {
      recommendation: await recommendationOf(input, problem, solution, by),
      objectives: await objectivesOf(input, problem, choices),
      finding: findingOf(problem, solution),
      notes: [...leftOut(input), ...(by === input.used ? [] : [byFormulaInstead(input.used)])],
    }
  } catch (error) {
    if (error instanceof WeightProblemError) return without(error.message)
    throw error
  }
}

function usedChoice(choices: Choices, used: Forecaster) {
  const own = choices.get(used)
  return own
    ? { by: used, solution: own }
    : { by: 'delay-aware' as const, solution: choices.get('delay-aware')! }
}

function byFormulaInstead(used: Forecaster): Reason {
  return {
    code: 'recommended-by-formula',
    text: `The least raise of the violators is a rule of the published formula: it is asked here instead of ${used}.`,
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

function findingOf(problem: WeightProblem, solution: WeightSolution): FeasibilityFinding | null {
  const { targets = {}, bounds = {}, excluded = [], currentWeights } = problem
  if (Object.keys(targets).length === 0) return null
  const { status, conflicts, predicted, weights } = solution
  return {
    status,
    conflicts,
    missed: weights ? predicted.filter((p) => p.meetsTarget === false).map((p) => p.name) : [],
    unchanged:
      weights !== null &&
      Object.entries(weights).every(([name, weight]) => currentWeights[name] === weight),
    restricted: Object.keys(bounds).length > 0 || excluded.length > 0,
    anchored: problem.anchors !== undefined,
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
