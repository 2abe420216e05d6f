import { valueFor } from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { PredictorBasis } from './predictor-basis.ts'

/** An analysed host, its predictor, and how well its domains keep their targets. */
export interface AnalysedHost {
  known: AnalysisLoad
  basis: PredictorBasis
  domains: readonly AnalysedDomain[]
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

/** The advised weights by domain; empty when the analysis advises no change. */
export function advisedWeights({ basis, domains }: AnalysedHost): Record<string, number> {
  const weights = basis.advised?.weights ?? {}
  return Object.fromEntries(
    domains.flatMap(({ name }) => {
      const weight = valueFor(weights, name)
      return weight === undefined ? [] : [[name, weight]]
    }),
  )
}

export function measuredByOf({ measured }: AnalysisLoad) {
  return new Map(measured.map(({ domain, measuredBy }) => [domain, measuredBy]))
}
