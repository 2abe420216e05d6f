import { AnalysisOptions } from '@steelyard/contract'

/** As an analysis that nobody set options for. */
export const options = AnalysisOptions.parse({})
