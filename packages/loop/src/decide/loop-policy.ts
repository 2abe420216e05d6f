import type { ChangeBounds } from '../change/bounds.ts'
import type { MissRule } from '../relief/measured-load.ts'

/** How far the loop goes by itself; see the REST API's `PolicyMode`. */
type PolicyMode = 'off' | 'recommend' | 'approve' | 'automatic'

/** A daily window, in a time zone. `days` are those on which it begins; 1 is Monday. */
export interface ChangeWindow {
  days: readonly number[]
  /** `06:30` */
  from: string
  /** At or before `from`: on the next day. */
  to: string
}

interface Blackout {
  fromEpochSeconds: number
  toEpochSeconds: number
  reason: string
}

/** What the loop may do on a host, and when. Times are in seconds. */
export interface LoopPolicy extends ChangeBounds, MissRule {
  mode: PolicyMode
  dryRun: boolean
  timeZone: string
  /** Empty: at any time. */
  windows: readonly ChangeWindow[]
  blackouts: readonly Blackout[]
  coolDownSeconds: number
  /** The least predicted improvement of the objective, as a fraction of it. */
  leastGain: number
  lookBackSeconds: number
  expirySeconds: number
  outcomeSeconds: number
}
