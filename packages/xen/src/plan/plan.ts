import type { Affinity } from '../host-inventory.ts'
import type { Target } from '../levers/lever.ts'
import type { LeverKind, LeverValues } from '../levers/registry.ts'
import type { Drift } from './drift.ts'
import type { PlanReason } from './plan-reason.ts'

/** One cpupool as it was when the plan was made. */
export interface PlannedCpupool {
  name: string
  scheduler: string
  pCpus: string
}

/** One domain as it was when the plan was made; any difference at the time of applying is drift. */
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
  /** UUID of the domain; for a change to a cpupool, its name. */
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
  /** Its initial cpupool; a plan may move it to another. */
  cpupool: string
  weightBefore: number
  /** Null under a scheduler without weights. */
  weightAfter: number | null
  shareBefore: number
  shareAfter: number | null
}

/** Plain data that survives storage as JSON without loss. */
export interface Plan {
  createdAt: string
  expiresAt: string
  username: string
  domains: PlannedDomain[]
  cpupools: PlannedCpupool[]
  /** The hypervisor weighs Domain-0 by itself, so another weight of it is no drift. */
  weighsDomain0?: true
  /** In the order in which they are sent: what XAPI stores, lowered weights, the others, affinities. */
  changes: Change[]
  shares: Share[]
  drift: Drift[]
  reasons: PlanReason[]
  canApply: boolean
  /** SHA-256 (hex) of everything above; the operator's confirmation refers to it. */
  hash: string
}
