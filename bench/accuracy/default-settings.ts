import type { AnalysisSettings } from '@steelyard/analysis'
import { AnalysisOptions } from '@steelyard/contract'

const { range: _, ...options } = AnalysisOptions.parse({})

/** The options of an analysis when the user sets none. */
export const settings: AnalysisSettings = { ...options, range: null }
export const { windowSeconds } = options
