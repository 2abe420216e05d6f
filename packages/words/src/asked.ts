import type { AnalysisOptions, SlaTarget } from '@steelyard/contract'

/** What an analysis was asked. */
export interface Asked {
  targets: readonly SlaTarget[]
  options: Pick<AnalysisOptions, 'anchored' | 'bounds' | 'excluded'>
}
