import { startOf } from '@steelyard/analysis'
import type { SpreadEstimator, SpreadQuestion } from '@steelyard/model'
import type {
  AccuracyReport,
  ErrorSummary,
  ForecastCase,
  RecordingReport,
  RegretCase,
} from './accuracy-report.ts'
import { forecast, scoreForecasts } from './forecast.ts'
import { coverageOf } from './intervals/coverage.ts'
import { productCoverage } from './intervals/product-coverage.ts'
import type { ProductAnswers } from './intervals/product-path.ts'
import { residualsOf } from './intervals/residuals.ts'
import type { PhaseAnswers, Predictor } from './predictor.ts'
import type { Phase, Run } from './recordings/read-run.ts'
import { groupsOfSameLoad } from './recordings/same-load.ts'
import { regret, scoreRegrets } from './regret.ts'
import { remember } from './remember.ts'
import { scoreEstimator } from './score.ts'
import { findSpread, scoreRepeats } from './spread.ts'

export interface AssessInput {
  runs: readonly Run[]
  predictors: readonly Predictor[]
  twin: AccuracyReport['twin']
  leftOut: string[]
  advice: AccuracyReport['advice']
  experiments: AccuracyReport['experiments']
  /** Null when the product was not asked. */
  product: ProductAnswers | null
  onProgress(what: string): void
}

/** Estimators whose intervals the product derives from their errors on recordings. */
const hasSpreads: readonly string[] = ['twin', 'sdps'] satisfies SpreadEstimator[]

/** Scores every estimator on every recording, then its forecasts and the regret of its choices. */
export async function assess(input: AssessInput): Promise<AccuracyReport> {
  const { runs, twin, leftOut, advice, experiments, product, onProgress } = input
  const predictors = input.predictors.map(remember)
  const recordings: RecordingReport[] = []
  const answersOf = new Map<Run, Map<string, PhaseAnswers[]>>()
  for (const run of runs) {
    onProgress(`Estimating ${run.name}`)
    const weights = run.phases.map((phase) => phase.weights)
    const answers = new Map<string, PhaseAnswers[]>()
    for (const predictor of predictors) {
      answers.set(predictor.id, await predictor.predict(run, weights))
    }
    answersOf.set(run, answers)
    recordings.push(recordingReport(run, answers))
  }
  const forecasts: ForecastCase[] = []
  const regrets: RegretCase[] = []
  for (const group of groupsOfSameLoad(runs)) {
    onProgress(`Forecasting from ${group.equal.name}`)
    forecasts.push(...(await forecast(group, predictors, answersOf.get(group.equal)!)))
    regrets.push(...(await regret(group, predictors)))
  }
  const spread = findSpread(runs)
  const phases = recordings.flatMap((recording) => recording.phases)
  const coverage = Object.fromEntries(
    predictors.flatMap(({ id }) => {
      const of = (question: SpreadQuestion) =>
        coverageOf(
          residualsOf(id, question, { recordings, forecasts, twin }),
          hasSpreads.includes(id),
        )
      const [diagnosis, forecast] = [of('diagnosis'), of('forecast')]
      return diagnosis.some(({ n }) => n > 0) ? [[id, { diagnosis, forecast }]] : []
    }),
  )
  const byEstimator = <T>(score: (id: string) => T) =>
    Object.fromEntries(predictors.map(({ id }) => [id, score(id)]))
  return {
    estimators: predictors.map(({ id, title, standing }) => ({ id, title, standing })),
    twin,
    summary: {
      byEstimator: byEstimator((id) => scoreEstimator(id, phases)),
      forecast: byEstimator((id) => scoreForecasts(id, forecasts)),
      regret: byEstimator((id) => scoreRegrets(id, regrets)),
      coverage,
      product: product ? productCoverage(product) : [],
      repeat: scoreRepeats(spread),
    },
    recordings,
    forecasts,
    regrets,
    spread,
    advice,
    experiments,
    leftOut,
  }
}

function recordingReport(run: Run, answers: ReadonlyMap<string, PhaseAnswers[]>): RecordingReport {
  const { name, recording, notes } = run
  const phases = run.phases.map((phase, index) => ({
    label: phase.span.label,
    startSeconds: phase.span.fromEpochSeconds - startOf(recording),
    durationSeconds: phase.span.toEpochSeconds - phase.span.fromEpochSeconds,
    utilisation: phase.utilisation,
    domains: domainReports(phase, index, answers),
  }))
  return {
    name,
    notes,
    description: recording.description,
    scheduler: recording.scheduler?.name ?? null,
    byEstimator: Object.fromEntries([...answers.keys()].map((id) => [id, errorsOf(id, phases)])),
    phases,
  }
}

function errorsOf(id: string, phases: RecordingReport['phases']): ErrorSummary {
  const { n, medianApe, meanApe } = scoreEstimator(id, phases)
  return { n, medianApe, meanApe }
}

function domainReports(
  { truth, logged, load, weights }: Phase,
  index: number,
  answers: ReadonlyMap<string, PhaseAnswers[]>,
): RecordingReport['phases'][number]['domains'] {
  return [...truth].map(([name, { batches: _, ...measured }]) => ({
    name,
    measured,
    weight: weights[name]!,
    loggedMean: logged.get(name) ?? null,
    arrivalRatePerSecond: load.domains.find((d) => d.name === name)?.arrivalRatePerSecond ?? 0,
    estimates: Object.fromEntries(
      [...answers].flatMap(([id, phases]) => {
        const answer = phases[index]!.get(name)
        if (!answer) return []
        const { isDiagnosis: _, chance: _chance, ...estimate } = answer
        return [[id, estimate]]
      }),
    ),
  }))
}
