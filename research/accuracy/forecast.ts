import { findForecaster, measuredResponseTime, trustIn } from '@steelyard/analysis'
import { anchorFactor, factorOfWhole } from '@steelyard/model'
import { interval } from '@steelyard/simulator'
import type { ForecastCase, ForecastSummary } from './accuracy-report.ts'
import type { Answer, PhaseAnswers, Predictor } from './predictor.ts'
import type { Truth } from './recordings/client-truth.ts'
import type { Phase, Run } from './recordings/read-run.ts'
import { counterpart, differInWeights, type LoadGroup } from './recordings/same-load.ts'
import { summarise } from './score.ts'

/**
 * Makes the forecasts that planning needs. From the recording with equal weights alone, every
 * estimator predicts the response times under other weights; another recording of the same requests
 * shows the outcome.
 */
export async function forecast(
  { equal, others }: LoadGroup,
  predictors: readonly Predictor[],
  before: ReadonlyMap<string, PhaseAnswers[]>,
): Promise<ForecastCase[]> {
  const cases: ForecastCase[] = []
  for (const other of others) {
    const weights = equal.phases.map(
      (phase) => counterpart(phase, equal, other)?.weights ?? phase.weights,
    )
    const after = new Map<string, PhaseAnswers[]>()
    for (const predictor of predictors) {
      after.set(predictor.id, await predictor.predict(equal, weights))
    }
    for (const [index, from] of equal.phases.entries()) {
      const to = counterpart(from, equal, other)
      if (!to || !differInWeights(from, to)) continue
      const answers = predictors.map(({ id }) => ({
        id,
        before: before.get(id)![index]!,
        after: after.get(id)![index]!,
      }))
      cases.push(...casesOf({ equal, other, from, to }, answers))
    }
  }
  return cases
}

interface Change {
  equal: Run
  other: Run
  from: Phase
  to: Phase
}

function casesOf(
  { equal, other, from, to }: Change,
  answers: readonly { id: string; before: PhaseAnswers; after: PhaseAnswers }[],
): ForecastCase[] {
  return equal.guests.flatMap(({ name, measuredBy }) => {
    const [before, after] = [from.truth.get(name), to.truth.get(name)]
    if (!before || !after) return []
    const logged = measuredResponseTime(from.windows, name, measuredBy)?.meanSeconds ?? null
    const forecasts: ForecastCase['forecasts'] = {}
    for (const { id, ...predicted } of answers) {
      const [was, will] = [predicted.before.get(name), predicted.after.get(name)]
      if (!was || !will || will.isDiagnosis) continue
      forecasts[id] = {
        mean: will.mean,
        ...(will.meanHalfWidth === undefined ? {} : { meanHalfWidth: will.meanHalfWidth }),
        ...(will.interval ? { interval: will.interval } : {}),
        anchoredMean: anchored(id, logged, was, will),
        isDirectionRight: Math.sign(will.mean - was.mean) === Math.sign(after.mean - before.mean),
      }
    }
    return {
      from: equal.name,
      to: other.name,
      phase: from.span.label,
      domain: name,
      forecasts,
      utilisation: to.utilisation,
      weights: to.weights,
      before: before.mean,
      after: after.mean,
      isClear: isClear(before, after),
    }
  })
}

/**
 * The forecast as a plan shows it: scaled towards the log's measurement as far as that exceeds
 * chance.
 */
function anchored(
  id: string,
  loggedSeconds: number | null,
  was: Answer,
  will: Answer,
): number | null {
  const forecaster = findForecaster(id)
  if (!forecaster) return null
  const spreads = { lasting: trustIn(forecaster).lastingSpread, chance: was.chance ?? 0 }
  const seen = was.loggedMean ?? was.mean
  return will.mean * factorOfWhole(anchorFactor(loggedSeconds, seen, spreads), seen, was.mean)
}

/** Compares the batches in pairs, because both recordings have the same requests. */
export function isClear(before: Truth, after: Truth): boolean {
  const changes = before.batches.flatMap((batch, index) => {
    const other = after.batches[index]!
    if (batch.requests === 0 || other.requests === 0) return []
    return [other.seconds / other.requests - batch.seconds / batch.requests]
  })
  if (changes.length < 2) return false
  const { mean, halfWidth } = interval(changes)
  return Math.abs(mean) > halfWidth!
}

export function scoreForecasts(id: string, cases: readonly ForecastCase[]): ForecastSummary {
  const own = cases.flatMap(({ forecasts, after, isClear }) =>
    forecasts[id] ? [{ ...forecasts[id], measured: after, isClear }] : [],
  )
  const directions = (of: typeof own) => ({
    right: of.filter(({ isDirectionRight }) => isDirectionRight).length,
    of: of.length,
  })
  return {
    ...summarise(own.map(({ mean, measured }) => ({ measured, estimated: mean }))),
    anchored: summarise(
      own.flatMap(({ anchoredMean, measured }) =>
        anchoredMean === null ? [] : [{ measured, estimated: anchoredMean }],
      ),
    ),
    directions: directions(own),
    clearDirections: directions(own.filter((each) => each.isClear)),
  }
}
