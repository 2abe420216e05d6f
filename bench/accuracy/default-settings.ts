import type { AnalysisSettings } from '@steelyard/analysis'
import { AnalysisOptions } from '@steelyard/contract'

const { range: _, ...options } = AnalysisOptions.parse({})

/** As an analysis that nobody set options for. */
export const settings: AnalysisSettings = { ...options, range: null }
export const { windowSeconds } = options
