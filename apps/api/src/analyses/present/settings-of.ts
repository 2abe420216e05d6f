import { type AnalysisSettings, findEstimator, type StatedTarget } from '@steelyard/analysis'
import type { AnalysisOptions, SlaTarget } from '@steelyard/contract'

/** Converts the options of a request to the engine's settings. */
export function settingsOf({ range, estimator, ...options }: AnalysisOptions): AnalysisSettings {
  return {
    ...options,
    estimator: findEstimator(estimator) ?? 'best',
    range: range && {
      fromEpochSeconds: Date.parse(range.from) / 1000,
      toEpochSeconds: Date.parse(range.to) / 1000,
    },
  }
}

export function targetsInSeconds(targets: readonly SlaTarget[]): StatedTarget[] {
  return targets.map(({ responseTimeMs, ...target }) => ({
    ...target,
    responseTimeSeconds: responseTimeMs === null ? null : responseTimeMs / 1000,
  }))
}
