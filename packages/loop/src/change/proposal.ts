import type { ShareChange } from './share-change.ts'

/** What an analysis of the newest observations advises. */
export interface Proposal {
  /** False: leave the weights alone. */
  isChange: boolean
  evidence: 'enough' | 'thin' | 'not-enough'
  /** Predicted improvement of the objective, as a fraction of it. */
  gain: number
  /** All guests, also those whose share stays. */
  changes: readonly ShareChange[]
}
