import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import type { HostSituation } from '../situation/situation-of.ts'

/** One step of the loop on a host: a transaction, in which nobody else changes the host. */
export interface HostStep extends HostSituation {
  deps: Deps
  tx: Tx
  host: HostRow
  now: Date
}

/** A step about a recommendation. */
export type RecommendationStep = Omit<HostStep, 'pending'> & { pending: RecommendationRow }
