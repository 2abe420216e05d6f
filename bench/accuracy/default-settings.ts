import type { AnalysisSettings } from '@steelyard/analysis'
import { AnalysisOptions } from '@steelyard/contract'

const { range: _, ...options } = AnalysisOptions.parse({})

/** Options of an analysis when the user set none. */
export const settings: AnalysisSettings = { ...options, range: null }
export const { windowSeconds } = options
