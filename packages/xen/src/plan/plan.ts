import type { Affinity } from '../host-inventory.ts'
import type { Target } from '../levers/lever.ts'
import type { LeverKind, LeverValues } from '../levers/registry.ts'
import type { Drift } from './drift.ts'

/** One cpupool as it was when the plan was made. */
export interface PlannedCpupool {
  name: string
  scheduler: string
  /** null where the host does not show them. */
  pCpus: string | null
}

/** One domain as it was when the plan was made; any difference at applying time is drift. */
export interface PlannedDomain {
  uuid: string
  id: number
  name: string
  vCpus: number
  cpupool: string
  scheduler: string
  before: { weight: number | null; cap: number | null }
  affinity: Affinity[]
}

/** One line of the diff. */
export interface ChangeOf<K extends LeverKind> {
  lever: K
  /** Of the domain; where the change is about a cpupool, its name. */
  uuid: string
  name: string
  target: Target
  before: LeverValues[K]
  after: LeverValues[K]
  /** The exact lines that will be sent, in this order. */
  commands: string[]
}

export type Change = { [K in LeverKind]: ChangeOf<K> }[LeverKind]

/** Shares are fractions of the weights in the same cpupool. */
export interface Share {
  uuid: string
  name: string
  /** It is in at first; a plan may move it to another. */
  cpupool: string
  weightBefore: number
  /** null under a scheduler without weights. */
  weightAfter: number | null
  shareBefore: number
  shareAfter: number | null
}

export type PlanReasonCode =
  | 'no-change'
  | 'domain-missing'
  | 'domain-dying'
  | 'domain-listed-twice'
  | 'domain-0-never-changed'
  | 'weight-out-of-range'
  | 'cap-out-of-range'
  | 'scheduler-unsupported'
  | 'drift-since-analysis'
  | 'domain-0-share-falls'
  | 'vcpus-pinned'
  | 'gate-outdated'
  | 'pcpu-unknown'
  | 'pcpu-not-in-cpupool'
  | 'domain-0-pinned'
  | 'vcpus-share-pcpus'
  | 'cpupool-exists'
  | 'pool-not-alone'
  | 'pool-0-left-empty'
  | 'domain-0-stays'
  | 'domain-not-in-pool-0'
  | 'no-pcpu-left'
  | 'reservation-out-of-range'
  | 'reservations-exceed-pcpus'
  | 'scheduler-may-be-missing'
  | 'values-reset-by-move'

export interface PlanReason {
  code: PlanReasonCode
  /** `blocks`: the plan cannot be applied. `warns`: the operator should know. */
  effect: 'blocks' | 'warns'
  uuid: string | null
  message: string
}

/** Plain data: can be stored as JSON and read back without loss. */
export interface Plan {
  createdAt: string
  expiresAt: string
  username: string
  domains: PlannedDomain[]
  cpupools: PlannedCpupool[]
  /** In the order in which they are sent: lowered weights first, then affinities. */
  changes: Change[]
  shares: Share[]
  drift: Drift[]
  reasons: PlanReason[]
  canApply: boolean
  /** SHA-256 (hex) of everything above; what the operator's confirmation refers to. */
  hash: string
}
