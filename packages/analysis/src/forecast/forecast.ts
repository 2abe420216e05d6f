import type { Breakdown, DomainEstimate, FormulaId } from '@steelyard/model'
import type { Headroom } from './headroom.ts'
import type { UnseenLever } from './not-seen.ts'

/** The answers of the formulas to a what-if question. */
export interface Forecast {
  answers: FormulaAnswer[]
  /** Levers that some formulas cannot see. */
  notSeen: UnseenLever[]
  /** Headroom according to `sdps`, the least first. */
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
  outlook: Outlook
}

/**
 * What is compared with the target: the statistic that the targets refer to, scaled as the means
 * are. Where it was not measured, or the formula cannot reproduce the host as it is, the mean.
 */
export interface Outlook {
  of: 'peak' | 'mean'
  nowSeconds: number | null
  /** Null when there is no finite answer. */
  thenSeconds: number | null
}

export interface Bracket {
  bestSeconds: number
  worstSeconds: number
}

export interface DomainForecast extends ModelTimes, AnchoredTimes {
  name: string
  measuredSeconds: number | null
  breakdown: Breakdown | undefined
  /** The range within which weights alone can move it, if theory gives one. */
  bracket: Bracket | null
  /**
   * The bracket in the measure of the outlook: scaled like it, and so a forecast and no longer a
   * bound. Null for formulas that do not share the bracket's theory with `sdps`.
   */
  reach: Bracket | null
  meetsTarget: boolean | null
  valid: boolean
  reasons: DomainEstimate['reasons']
}
