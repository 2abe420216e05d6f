import type { CapsSituation } from '@steelyard/loop'
import type { Tx } from '../../../db.ts'
import type { Deps } from '../../../deps.ts'
import type { HostRow } from '../../../hosts/host-row.ts'
import type { GrantRow } from '../../grants/grant-row.ts'
import type { CapsMonitorRow } from '../caps-monitor-row.ts'

/** One step of the caps monitor of a host: a transaction, in which nobody else changes the host. */
export interface CapsHostStep {
  deps: Deps
  tx: Tx
  host: HostRow
  monitor: CapsMonitorRow
  situation: CapsSituation
  grant: GrantRow | null
  now: Date
}
