import type { Breakdown, DomainEstimate } from '@steelyard/model'
import type { Headroom } from './headroom.ts'
import type { UnseenLever } from './not-seen.ts'

/** The formulas that can answer a what-if question, the most trusted first. */
export const FORMULAS = ['sdps', 'delay-aware-calibrated', 'delay-aware'] as const
export type FormulaName = (typeof FORMULAS)[number]

/** What formulas answer to a what-if question. */
export interface Forecast {
  answers: FormulaAnswer[]
  /** Levers that formulas cannot see. */
  notSeen: UnseenLever[]
  /** By `sdps`. */
  headroom: Headroom[]
}

export interface FormulaAnswer {
  estimator: FormulaName
  /** Why this estimator has no answer at all. */
  missing: string | null
  domains: DomainForecast[]
}

/** Response times as the formula itself gives them; null where it has no finite answer. */
export interface ModelTimes {
  seconds: number | null
  /** For the host as it was analysed. */
  nowSeconds: number | null
}

/** The same, scaled towards what was measured as far as that is more than chance. */
export interface AnchoredTimes {
  anchoredSeconds: number | null
  anchoredNowSeconds: number | null
  /** Of the statistic that targets hold for. */
  anchoredPeakSeconds: number | null
  anchoredPeakNowSeconds: number | null
}

export interface DomainForecast extends ModelTimes, AnchoredTimes {
  name: string
  measuredSeconds: number | null
  breakdown: Breakdown | undefined
  /** Between which times weights alone can move it, where theory gives that. */
  bracket: { bestSeconds: number; worstSeconds: number } | null
  meetsTarget: boolean | null
  valid: boolean
  reasons: DomainEstimate['reasons']
}
