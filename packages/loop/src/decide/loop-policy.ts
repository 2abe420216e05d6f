import type { MissRule } from '../relief/measured-load.ts'

/** How far the loop goes by itself; see the REST API's `PolicyMode`. */
export type PolicyMode = 'off' | 'recommend' | 'approve' | 'automatic'

/** A daily window, in a time zone. `days` are those on which it begins; 1 is Monday. */
export interface ChangeWindow {
  days: readonly number[]
  /** `06:30` */
  from: string
  /** At or before `from`: on the next day. */
  to: string
}

export interface Blackout {
  fromEpochSeconds: number
  toEpochSeconds: number
  reason: string
}

/** A domain that may be given less, and down to which share of the guests' weights. */
export interface Payer {
  domain: string
  leastShare: number
}

/** What a change may move at most. */
export interface Bounds {
  /** The most by which one change moves the share of a domain. */
  largestStep: number
  /** The domains that may be given less. Null: every guest, down to `LEAST_SHARE`. */
  payers: readonly Payer[] | null
}

/** What the loop may do on a host, and when. Times are in seconds. */
export interface LoopPolicy extends Bounds, MissRule {
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

/**
 * The least share of any guest where a policy names none. Less hardly relieves anybody more, and more
 * hardly spares whoever pays: its work has to be done either way (docs/LOOP.md). Steps finer than the
 * papers' 0.05 are ours.
 */
export const LEAST_SHARE = 0.005

/**
 * Two shares closer than this are one and the same: weights are whole numbers, so a share is seldom
 * exactly what was asked for. It is a tenth of a step of the papers' grid.
 */
export const SAME_SHARE = 0.005
