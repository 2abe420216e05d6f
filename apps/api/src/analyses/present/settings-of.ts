import { type AnalysisSettings, findEstimator, type StatedTarget } from '@steelyard/analysis'
import type { AnalysisOptions, SlaTarget } from '@steelyard/contract'
import { epochSecondsOf } from '../../epoch.ts'
import { secondsOf } from '../../milliseconds.ts'

/** Converts the options of a request to the engine's settings. */
export function settingsOf({ range, estimator, ...options }: AnalysisOptions): AnalysisSettings {
  return {
    ...options,
    estimator: findEstimator(estimator) ?? 'best',
    range: range && {
      fromEpochSeconds: epochSecondsOf(range.from),
      toEpochSeconds: epochSecondsOf(range.to),
    },
  }
}

export function targetsInSeconds(targets: readonly SlaTarget[]): StatedTarget[] {
  return targets.map(({ responseTimeMs, ...target }) => ({
    ...target,
    responseTimeSeconds: secondsOf(responseTimeMs),
  }))
}
