import type { AnalysisLoad } from './analysis-load.ts'

/** An analysed host and how its domains keep what was promised for them. */
export interface AnalysedHost {
  known: AnalysisLoad
  /** What targets hold for. */
  statistic: 'mean' | 'p95'
  domains: readonly AnalysedDomain[]
  /** By domain; empty where the analysis advises no change. */
  recommendedWeights: Readonly<Record<string, number>>
}

export interface AnalysedDomain {
  name: string
  /** The statistic that targets hold for, as measured. */
  peakSeconds: number | null
  /** A target may be for throughput alone. */
  hasTarget: boolean
  targetSeconds: number | null
  missesTarget: boolean
}
