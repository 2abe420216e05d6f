import { valueFor } from '@steelyard/model'
import type { Distribution } from '@steelyard/simulator'
import type { PhaseResult } from '../estimates/phase-results.ts'
import type { PlayedRecording } from '../twin/play-recording.ts'
import { modelTimeOf, type Prediction, scaledTime } from './prediction.ts'
import { type PredictorBasis, predictionLeftAlone } from './predictor-basis.ts'

export interface PredictedPhase extends Omit<PhaseResult, 'domains'> {
  /** `predicted` is null where the twin did not play all of the phase. */
  domains: (PhaseResult['domains'][number] & { predicted: Prediction | null })[]
}

/** Adds what the predictor says of each phase. */
export function predictPhases(
  phases: readonly PhaseResult[],
  played: PlayedRecording | null,
  basis: PredictorBasis,
): PredictedPhase[] {
  return phases.map((phase) => ({
    ...phase,
    domains: phase.domains.map((each) => {
      const times = played?.phaseTimes.get(phase.span)?.get(each.domain) ?? []
      return { ...each, predicted: phasePrediction(basis, each.domain, times) }
    }),
  }))
}

/**
 * The prediction for one domain in a part of the recording, from what the twin played of it: under
 * the load and the weights of that part, beginning with what was queued before. The requests are the
 * very ones that came, so the chance of others does not widen the interval.
 * @param played the times of the requests of the part, one for each replication
 * @returns null where the predictor is a formula, or the twin answered nothing
 */
export function phasePrediction(
  basis: PredictorBasis,
  domain: string,
  played: readonly Distribution[],
): Prediction | null {
  if (basis.by !== 'twin') return null
  // All figures of the basis are those of the worst target window, and a phase is taken whole.
  const worst = valueFor(basis.worst, domain) ?? 1
  const time = scaledTime(modelTimeOf(played.map((each) => each[basis.statistic])), worst)
  const prediction = predictionLeftAlone({ ...basis, chance: {} }, domain, time)
  return (
    prediction && {
      seconds: prediction.seconds / worst,
      lowSeconds: prediction.lowSeconds / worst,
      highSeconds: prediction.highSeconds / worst,
    }
  )
}
