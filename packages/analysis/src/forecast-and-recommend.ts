import type { HostLoad, Weights } from '@steelyard/model'
import type { TotalDelay } from './as-printed/total-delay.ts'
import type { Forecaster } from './catalogue.ts'
import type { EstimatedWindow } from './estimates/estimate-windows.ts'
import { countMeasured, scoreWindows } from './estimates/score-windows.ts'
import { assessEvidence, type EvidenceInput } from './evidence/assess-evidence.ts'
import { adviceEvidence, type Evidence, evidenceOf } from './evidence/evidence.ts'
import { hostUtilisation } from './load/host-load.ts'
import { basisOf, withAdvised } from './prediction/basis-of.ts'
import { type Dissent, dissentOf, type PredictorAnswers } from './prediction/dissent.ts'
import type { PredictorBasis } from './prediction/predictor-basis.ts'
import { answersAll, formulaPredictors, guideOf, type Predictors } from './prediction/predictors.ts'
import { type Ranking, rankEstimators } from './prediction/rank-estimators.ts'
import { surelyMissed } from './prediction/surely-missed.ts'
import { type TwinAnswers, twinAnswers, twinPredictor } from './prediction/twin-answers.ts'
import { type MissingCapacity, missingCapacity } from './recommendation/missing-capacity.ts'
import { publishedObjectives } from './recommendation/objectives-of.ts'
import { type WeightOptions, weightOptions } from './recommendation/options/weight-options.ts'
import { type RecommendationResult, recommend } from './recommendation/recommend.ts'
import { type SandpiperBeside, sandpiperBeside } from './recommendation/sandpiper-beside.ts'
import { scarcelyMeasured } from './recommendation/scarcely-measured.ts'
import { type SoftTarget, withDefaults } from './recommendation/soft-targets.ts'
import type { AnalysisSettings, DomainTarget, WeightObjective } from './settings.ts'
import type { Survey } from './survey-recording.ts'
import type { PlayedRecording } from './twin/play-recording.ts'
import { type SandpiperResult, sandpiperOf } from './verdict/sandpiper-action.ts'

/** The ranking of the estimators, and the recommendation and predictions of the one in use. */
export interface ForecastAndRecommendation extends RecommendationResult {
  sandpiper: SandpiperResult
  sandpiperBeside: SandpiperBeside | null
  options: WeightOptions
  missingCapacity: MissingCapacity | null
  ranking: Ranking
  basis: PredictorBasis
  evidence: Evidence
  dissent: Dissent | null
}

interface Question extends Omit<EvidenceInput, 'basis'> {
  settings: AnalysisSettings
  softTargets: readonly SoftTarget[]
  /** The answer to eq (7) of paper 0. */
  totalDelay: TotalDelay | null
  /** As in `PredictorBasis`. */
  outcomes?: readonly number[]
}

/**
 * Ranks the estimators by their error, and asks the best one that can forecast about other weights.
 *
 * @param rows include the twin's times in the windows that it played
 * @param played null when the twin was left out
 */
export async function forecastAndRecommend(
  survey: Survey,
  question: Question,
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
  signal?: AbortSignal,
): Promise<ForecastAndRecommendation> {
  const { load, weights, measuredBy, observed, range, host } = survey
  const twin = played && twinAnswers(played.range, survey, signal)
  const predictors = {
    ...(await formulaPredictors(survey)),
    ...(await twinAmongPredictors(survey, twin)),
  }
  const ranking = rankOn(rows, played, predictors, question.settings)
  const measured = new Map([...observed].map(([name, { times }]) => [name, times]))
  const utilisation = hostUtilisation(range.windows, host.pCpus.count)
  const basisBy = (used: Forecaster) =>
    basisOf(survey, {
      ranking: { ...ranking, used },
      predictors,
      measured,
      anchored: question.settings.anchored,
      hostUtilisation: utilisation,
      outcomes: question.outcomes ?? [],
    })
  const basis = await basisBy(ranking.used)
  const evidence = assessEvidence(survey, { ...question, basis })
  const input = {
    ...question,
    softTargets: withDefaults(question.softTargets, { ...question, load, measured, basis }),
    load,
    weights,
    predictors,
    guide: predictors.sdps ? null : guideOf(survey),
    measuredBy,
    twin,
    used: ranking.used,
    seconds: range.windows.reduce((sum, window) => sum + window.seconds, 0),
    aloneSeconds: aloneSeconds(load),
    measured,
    basis,
    evidence: adviceEvidence(evidence),
    scarce: scarcelyMeasured(evidence, question.targets, measured, basis.statistic),
  }
  const recommended = await recommend(input, signal)
  const { recommendation } = recommended
  const isAdviceForbidden = recommended.notes.some(({ code }) => code === 'not-enough-evidence')
  const sandpiper = sandpiperOf(survey, question.targets)
  const known = {
    sandpiper,
    recommendation,
    basis: predictors.twin ? await basisBy('twin') : null,
    unplayed: isAdviceForbidden ? 'not-enough-evidence' : predictors.twin ? null : 'no-twin',
  } as const
  return {
    ...recommended,
    sandpiper,
    sandpiperBeside: await sandpiperBeside(input, known, signal),
    options: await weightOptions(
      input,
      {
        sandpiper,
        recommendation,
        totalDelay: question.totalDelay,
        unpredicted: isAdviceForbidden ? 'not-enough-evidence' : null,
      },
      signal,
    ),
    missingCapacity: recommendation && (await missingCapacity(survey, recommendation, signal)),
    finding: await withSurelyMissed(recommended, basis, predictors, question.targets),
    objectives: isAdviceForbidden
      ? await publishedObjectives(input, signal)
      : recommended.objectives,
    ranking,
    evidence: recommendation?.advice.change ? thinAtWorst(evidence) : evidence,
    dissent: await dissentOf(spokenOf(recommended, weights), {
      ...question.settings,
      ranking,
      predictors,
      measured,
      weightsInForce: weights,
      targets: question.targets,
      statistic: basis.statistic,
    }),
    basis: await advisedBasis(basis, recommended, predictors),
  }
}

/** What did not keep the models from being sure of better weights makes the verdict thin. */
function thinAtWorst({ grade, lacks }: Evidence): Evidence {
  if (grade !== 'not-enough') return { grade, lacks }
  return evidenceOf(lacks.map((lack) => ({ ...lack, atMost: 'thin' })))
}

/** Only weights chosen for the targets show that these are out of reach. */
async function withSurelyMissed(
  { recommendation, finding }: RecommendationResult,
  basis: PredictorBasis,
  predictors: Predictors,
  targets: readonly DomainTarget[],
): Promise<RecommendationResult['finding']> {
  const weights = recommendation?.solution.weights
  if (!finding || !weights || !forTargets.has(recommendation.objective)) return finding
  const times = await predictors[basis.by]!.modelTimes(weights, basis.statistic)
  return { ...finding, surelyMissed: surelyMissed(basis, times, targets) }
}

const forTargets = new Set<WeightObjective>(['meet-targets', 'smallest-change'])

/** The weights that the analysis ends with, and the predictions for them. */
function spokenOf({ recommendation }: RecommendationResult, inForce: Weights): PredictorAnswers {
  const weights = recommendation?.advice.change ? recommendation.solution.weights! : inForce
  const domains = recommendation?.domains ?? []
  return {
    weights,
    predicted: new Map(domains.map(({ domain, predictedAfter }) => [domain, predictedAfter])),
  }
}

async function advisedBasis(
  basis: PredictorBasis,
  { recommendation }: RecommendationResult,
  predictors: Predictors,
): Promise<PredictorBasis> {
  if (!recommendation?.advice.change) return basis
  const weights = recommendation.solution.weights!
  return withAdvised(
    basis,
    weights,
    await predictors[basis.by]!.modelTimes(weights, basis.statistic),
  )
}

async function twinAmongPredictors(
  { load, weights }: Survey,
  answers: TwinAnswers | null,
): Promise<Predictors> {
  if (!answers) return {}
  const twin = await twinPredictor(answers, weights)
  return answersAll(load, await twin.predict(weights)) ? { twin } : {}
}

/** All estimators are ranked on the same windows: if the twin played, on those that it played. */
function rankOn(
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
  usable: Predictors,
  { estimator, targetStatistic }: AnalysisSettings,
): Ranking {
  const compared = played
    ? rows.filter(({ startEpochSeconds }) => played.windowMeans.has(startEpochSeconds))
    : rows
  return rankEstimators({
    errors: scoreWindows(compared).filter(({ domain }) => domain === null),
    compared: countMeasured(compared),
    usable,
    asked: estimator,
    ofPercentile: targetStatistic !== 'mean',
  })
}

/**
 * A client's response time on an otherwise idle host: the CPU time of a request plus Domain-0's
 * share of it.
 */
function aloneSeconds({ domains, domain0 }: HostLoad): Record<string, number> {
  return Object.fromEntries(
    domains.map(({ name, serviceTimeSeconds }) => [
      name,
      serviceTimeSeconds + domain0.serviceTimeSeconds,
    ]),
  )
}
