import type { DomainEstimate, FormulaId } from '@steelyard/model'
import type { Prediction } from '../prediction/prediction.ts'
import type { Headroom } from './headroom.ts'
import type { UnseenLever } from './not-seen.ts'

/** The answer to a what-if question. */
export interface Forecast {
  /** `provisional` until the twin has played the question. */
  state: 'final' | 'provisional'
  domains: DomainForecast[]
  /** What every formula says by itself. */
  others: FormulaAnswer[]
  /** Levers that some formulas cannot see. */
  notSeen: UnseenLever[]
  /** The least first. */
  headroom: Headroom[]
  /** `provisional` until the twin has played other loads, where it is the predictor. */
  headroomState: 'final' | 'provisional'
}

export interface DomainForecast {
  name: string
  /** The statistic that the targets refer to. */
  observedSeconds: number | null
  now: Prediction | null
  /** Null when there is no finite answer. */
  then: Prediction | null
  targetSeconds: number | null
  meetsTarget: boolean | null
  /** Whether the prediction moves beyond chance and the model’s own error. */
  change: 'faster' | 'slower' | 'same' | null
  /** The range within which weights alone can move it, if theory gives one. */
  reach: Bracket | null
  /** Why there is no finite answer, or why it is in doubt. */
  reasons: DomainEstimate['reasons']
}

export interface FormulaAnswer {
  estimator: FormulaId
  /** Why this estimator has no answer at all. */
  missing: string | null
  domains: { name: string; seconds: number | null }[]
}

export interface Bracket {
  bestSeconds: number
  worstSeconds: number
}
