import type { Breakdown, DomainEstimate, FormulaId } from '@steelyard/model'
import type { Headroom } from './headroom.ts'
import type { UnseenLever } from './not-seen.ts'

/** The answers of the formulas to a what-if question. */
export interface Forecast {
  answers: FormulaAnswer[]
  /** Levers that some formulas cannot see. */
  notSeen: UnseenLever[]
  /** Headroom according to `sdps`. */
  headroom: Headroom[]
}

export interface FormulaAnswer {
  estimator: FormulaId
  /** Why this estimator has no answer at all. */
  missing: string | null
  domains: DomainForecast[]
}

/** Response times straight from the formula. Null when there is no finite answer. */
export interface ModelTimes {
  seconds: number | null
  /** Response time of the host as it was analysed. */
  nowSeconds: number | null
}

/** The same times scaled towards the measurements, as far as the difference is more than chance. */
export interface AnchoredTimes {
  anchoredSeconds: number | null
  anchoredNowSeconds: number | null
  /** The statistic that the targets refer to. */
  anchoredPeakSeconds: number | null
  anchoredPeakNowSeconds: number | null
}

export interface DomainForecast extends ModelTimes, AnchoredTimes {
  name: string
  measuredSeconds: number | null
  breakdown: Breakdown | undefined
  /** The range within which weights alone can move it, if theory gives one. */
  bracket: { bestSeconds: number; worstSeconds: number } | null
  meetsTarget: boolean | null
  valid: boolean
  reasons: DomainEstimate['reasons']
}
