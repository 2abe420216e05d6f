import type { AnalysisSettings } from '@steelyard/analysis'
import { AnalysisOptions } from '@steelyard/contract'

const { range: _, estimator: _best, ...options } = AnalysisOptions.parse({})

/** The options of an analysis when the user sets none. */
export const settings: AnalysisSettings = { ...options, estimator: 'best', range: null }
export const { windowSeconds } = options
