import type { AnalysisLoad } from './analysis-load.ts'

/** An analysed host and how well its domains keep their targets. */
export interface AnalysedHost {
  known: AnalysisLoad
  /** The statistic that the targets refer to. */
  statistic: 'mean' | 'p95'
  domains: readonly AnalysedDomain[]
  /** By domain; empty when the analysis advises no change. */
  recommendedWeights: Readonly<Record<string, number>>
}

export interface AnalysedDomain {
  name: string
  /** Measured value of the statistic that the targets refer to. Null when nothing was measured. */
  observedSeconds: number | null
  /** A target may concern throughput only. */
  hasTarget: boolean
  targetSeconds: number | null
  missesTarget: boolean
}
