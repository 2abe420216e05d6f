import type { FeasibilityFinding } from '@steelyard/model'
import {
  AS_GOOD,
  objectiveValue,
  type WeightProblem,
  WeightProblemError,
  type WeightSolution,
} from '@steelyard/solver'
import type { Forecaster } from '../catalogue.ts'
import type { AdviceEvidence } from '../evidence/evidence.ts'
import type { PredictorBasis } from '../prediction/predictor-basis.ts'
import type { MeasuredByDomain, Predictor, Predictors } from '../prediction/predictors.ts'
import { surelyKept } from '../prediction/surely-missed.ts'
import { PREDICTION_SEEDS, type TwinAnswers } from '../prediction/twin-answers.ts'
import type { DomainTarget, WeightObjective } from '../settings.ts'
import { type Advice, adviceOf, meetsItsTargets } from './advice.ts'
import { chooseOptions } from './choose-options.ts'
import { type ChooseOptions, chooseWeights, problemFor } from './choose-weights.ts'
import { check, isChanged, type Judge, type WeightCheck } from './gate.ts'
import { isRuleOfFormula, type Objective, objectivesOf } from './objectives-of.ts'
import { type Recommendation, recommendationOf } from './recommendation-of.ts'
import { objectiveOf, type ProblemInput, weightProblemOf } from './weight-problem-of.ts'

export interface RecommendInput extends ProblemInput {
  /** Predictors that have an answer; `delay-aware` is always among them. */
  predictors: Predictors
  /** Ranks allocations for a search where SDPS has no answer. */
  guide: Predictor | null
  /** The model behind the recommendation and the verdict. */
  used: Forecaster
  /** Null when the twin was left out. */
  twin: TwinAnswers | null
  measured: MeasuredByDomain
  /** The side that measured each domain. */
  measuredBy: ReadonlyMap<string, 'client' | 'access-log' | null>
  /** What predictions are made with. */
  basis: PredictorBasis
  /** What the recording supports where weights are concerned. */
  evidence: AdviceEvidence
}

/** Why there is no recommendation, or what it leaves out. */
export type RecommendationNote =
  | { code: 'no-load' }
  /** The recording does not support any advice; `Evidence` says what it lacks. */
  | { code: 'not-enough-evidence' }
  /** The solver rejects the question; `message` is its reason. */
  | { code: 'not-posed'; message: string }
  | { code: 'recommended-by-formula'; insteadOf: Forecaster }
  /** The objective that was asked for means nothing without a response time target. */
  | { code: 'objective-needs-targets'; objective: WeightObjective; insteadOf: WeightObjective }
  | { code: 'unknown-domain'; domain: string }
  | { code: 'throughput-not-optimised'; domains: string[] }
  /** Too few requests tell whether these keep their targets, so nothing is taken from them. */
  | { code: 'scarcely-measured'; domains: string[] }

export interface RecommendationResult {
  recommendation: Recommendation | null
  /** The choice of each objective. Null without a recommendation. */
  objectives: Objective[] | null
  /** Input to the verdict. Null when there is no response-time target. */
  finding: FeasibilityFinding | null
  notes: RecommendationNote[]
}

/** The weights found for one objective, and the assessments of both models. */
export interface Choice {
  objective: WeightObjective
  /** The problem with the factors of the model that chose. */
  problem: WeightProblem
  by: Forecaster
  /** Where no weights keep every target: those that come closest to it. */
  solution: WeightSolution
  /** Why no weights keep every target; null where some do, or there are no targets. */
  infeasible: WeightSolution | null
  checks: WeightCheck[]
}

/**
 * Finds weights for the load of the decision range. They are recommended only if they beat those in
 * force under SDPS and the twin by more than the models' own uncertainty; a model that cannot see
 * the change abstains, and the other one has to be surer. A question that cannot be posed leads to a
 * note instead of an exception.
 */
export async function recommend(
  input: RecommendInput,
  signal?: AbortSignal,
): Promise<RecommendationResult> {
  const busy = input.load.domains.filter((domain) => domain.arrivalRatePerSecond > 0)
  if (busy.length === 0) return without({ code: 'no-load' })
  if (input.evidence === 'none') return without({ code: 'not-enough-evidence' })
  try {
    const objective = soughtBy(input)
    const candidates = await candidatesFor(input, objective, signal)
    const choice = bestOf(input, candidates)
    const advice = await safely(input, choice, adviceOf(input, choice))
    if (!advice.change && input.evidence === 'not-enough')
      return without({ code: 'not-enough-evidence' })
    return {
      recommendation: await recommendationOf(input, choice, advice),
      objectives: await objectivesOf(input, candidates, signal),
      finding: findingOf(choice, advice.change),
      notes: [
        ...withoutTargets(input),
        ...leftOut(input),
        ...(choice.by === input.used || !isRuleOfFormula(objective) || advice.code === 'targets-met'
          ? []
          : [{ code: 'recommended-by-formula' as const, insteadOf: input.used }]),
      ],
    }
  } catch (error) {
    if (error instanceof WeightProblemError)
      return without({ code: 'not-posed', message: error.message })
    throw error
  }
}

/**
 * Where every target is met, a gain is no reason to put one at risk: the weights stay unless even the
 * high end of the predictions keeps all of them.
 */
async function safely(
  { predictors, basis, targets }: RecommendInput,
  { solution }: Choice,
  advice: Advice,
): Promise<Advice> {
  if (advice.code !== 'better-still') return advice
  const times = await predictors[basis.by]!.modelTimes(solution.weights!, basis.statistic)
  return surelyKept(basis, times, targets) ? advice : { change: false, code: 'targets-met' }
}

/** Where every target is met, nothing is left of `meet-targets` but the mean slowdown. */
function soughtBy(input: RecommendInput): WeightObjective {
  const objective = objectiveOf(input)
  return objective === 'meet-targets' && meetsItsTargets(input) ? 'mean-slowdown' : objective
}

/**
 * What the model in use would choose, and what SDPS would: the second may be recommended where the
 * first may not. The published formula chooses when its own rule or its own objective is requested.
 */
async function candidatesFor(
  input: RecommendInput,
  objective: WeightObjective,
  signal?: AbortSignal,
): Promise<Choice[]> {
  if (isRuleOfFormula(objective)) return [await choose(input, objective, 'delay-aware', signal)]
  const own = await choose(input, objective, input.used, signal)
  if (input.used === 'sdps' || !input.predictors.sdps) return [own]
  return [own, await choose(input, objective, 'sdps', signal)]
}

/**
 * Of the candidates that may be recommended, the one from which the twin expects most: the choice of
 * the model in use, unless the other is better by more than its race may give up for a smaller
 * change, or that is what was asked for. Otherwise the choice of the model in use.
 */
function bestOf(input: RecommendInput, candidates: readonly Choice[]): Choice {
  const better = candidates.filter((candidate) => adviceOf(input, candidate).change)
  if (candidates[0]!.objective === 'smallest-change') return better[0] ?? candidates[0]!
  const gain = ({ checks }: Choice) => checks.find(({ model }) => model === 'twin')!.gain
  const most = Math.max(...better.map(gain))
  return better.find((candidate) => gain(candidate) >= most - AS_GOOD) ?? candidates[0]!
}

async function choose(
  input: RecommendInput,
  objective: WeightObjective,
  by: Forecaster,
  signal?: AbortSignal,
): Promise<Choice> {
  const asked = weightProblemOf(input, objective)
  const options = chooseOptions(input, objective, signal)
  const solution = await chooseWeights(by, asked, options)
  if (solution.status === 'infeasible')
    return { ...(await chooseLeastBad(input, by, asked, signal)), objective, infeasible: solution }
  return { objective, infeasible: null, ...(await checked(input, by, asked, solution, options)) }
}

/**
 * Where no weights keep every target, those with the least worst time over its target: all or
 * nothing would leave an operator with nothing.
 */
async function chooseLeastBad(
  input: RecommendInput,
  by: Forecaster,
  asked: WeightProblem,
  signal?: AbortSignal,
): Promise<Omit<Choice, 'objective' | 'infeasible'>> {
  const closest: WeightProblem = { ...asked, objective: 'meet-targets', mode: 'free' }
  const options = chooseOptions(input, 'meet-targets', signal)
  // The published formula optimises its own objective alone, so it has no say in this one.
  const chooser = by === 'delay-aware' ? input.basis.quick : by
  const solution = await chooseWeights(chooser, closest, options)
  return checked(input, chooser, closest, solution, options)
}

async function checked(
  input: RecommendInput,
  by: Forecaster,
  asked: WeightProblem,
  solution: WeightSolution,
  options: ChooseOptions,
): Promise<Omit<Choice, 'objective' | 'infeasible'>> {
  const problem = await problemFor(input.predictors[by]!, asked, options)
  const checks = await checksOf(input, asked, solution, options)
  return { problem, by, solution, checks }
}

/** The checks of the weights by SDPS and the twin; empty when the weights are those in force. */
async function checksOf(
  input: RecommendInput,
  asked: WeightProblem,
  { weights }: WeightSolution,
  options: ChooseOptions,
): Promise<WeightCheck[]> {
  const now = asked.currentWeights
  if (!isChanged(now, weights)) return []
  const checks: WeightCheck[] = []
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

function without(note: RecommendationNote): RecommendationResult {
  return { recommendation: null, objectives: null, finding: null, notes: [note] }
}

function findingOf(
  { problem, solution, infeasible }: Choice,
  change: boolean,
): FeasibilityFinding | null {
  const { targets = {}, bounds = {}, excluded = [] } = problem
  if (Object.keys(targets).length === 0) return null
  const { status, conflicts } = infeasible ?? solution
  const { predicted, weights } = solution
  return {
    status,
    conflicts,
    missed: weights ? predicted.filter((p) => p.meetsTarget === false).map((p) => p.name) : [],
    unchanged: weights !== null && !change,
    restricted: Object.keys(bounds).length > 0 || excluded.length > 0,
    anchored: problem.factors !== undefined,
  }
}

function withoutTargets(input: RecommendInput): RecommendationNote[] {
  const asked = input.settings.objective
  const objective = objectiveOf(input)
  if (asked === 'auto' || asked === objective) return []
  return [{ code: 'objective-needs-targets', objective, insteadOf: asked }]
}

function leftOut({ targets, settings, load, scarce }: RecommendInput): RecommendationNote[] {
  const names = new Set(load.domains.map((domain) => domain.name))
  const mentioned = [...settings.bounds.map((bound) => bound.domain), ...settings.excluded]
  const unknown = [...new Set(mentioned)].filter((name) => !names.has(name))
  return [
    ...unknown.map((domain) => ({ code: 'unknown-domain' as const, domain })),
    ...throughputNote(targets),
    ...(scarce.length > 0 ? [{ code: 'scarcely-measured' as const, domains: [...scarce] }] : []),
  ]
}

function throughputNote(targets: readonly DomainTarget[]): RecommendationNote[] {
  const throughput = targets.filter((target) => target.throughputPerSecond !== null)
  if (throughput.length === 0) return []
  return [{ code: 'throughput-not-optimised', domains: throughput.map(({ domain }) => domain) }]
}
