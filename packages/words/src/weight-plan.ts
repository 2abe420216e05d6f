import type { StoredWeight } from '@steelyard/xen'

/** What came of a plan to store a weight, by what XAPI stored when it was asked last. */
export type WeightPlanEnd =
  | { code: 'guest-unknown' | 'read-only' | 'stored-already' | 'never-begun' }
  | { code: 'stored' | 'not-stored' | 'restored' | 'not-restored' }
  /** Somebody else stored this meanwhile. */
  | { code: 'overruled'; found: StoredWeight }

/** What XAPI stores of a guest before and after. */
export interface StoredWeightChange {
  before: StoredWeight
  after: StoredWeight
}
