import type { WeightScheduler } from '../host-command.ts'
import type { Affinity } from '../host-inventory.ts'

/** What the scheduler knows of one domain. */
export interface WeightAndCap {
  weight: number
  /** Percent of one pCPU, 0 = none. */
  cap: number
}

/** Where the vCPUs of one domain may run. */
export interface VcpuAffinity {
  /** Of vCPU 0, 1, ...; a single one where all have the same. */
  affinity: Affinity[]
}

/** What a change is about: one of these on either side of it. */
export type LeverValue = WeightAndCap | VcpuAffinity

/** One domain as it was when the plan was made; any difference at applying time is drift. */
export interface PlannedDomain {
  uuid: string
  id: number
  name: string
  vcpus: number
  cpupool: string
  scheduler: string
  before: { weight: number | null; cap: number | null }
  /** Absent in plans from before there were pins. */
  affinity?: Affinity[]
}

interface DomainChange {
  uuid: string
  domainId: number
  name: string
  cpupool: string
  /** The exact text that will be sent. */
  command: string
}

/** Weight and cap of one domain. Stored ones may lack the kind: there was no other. */
export interface WeightChange extends DomainChange {
  kind?: 'weight'
  scheduler: WeightScheduler
  before: WeightAndCap
  after: WeightAndCap
}

/** Hard affinity of all vCPUs of one domain, Domain-0 among them; soft affinity stays. */
export interface AffinityChange extends DomainChange {
  kind: 'affinity'
  before: VcpuAffinity
  after: VcpuAffinity
}

/** One line of the diff, and one command. */
export type PlannedChange = WeightChange | AffinityChange
export type Lever = NonNullable<PlannedChange['kind']>

/** Shares are fractions of the weights in the same cpupool. */
export interface PlannedShare {
  uuid: string
  name: string
  cpupool: string
  weightBefore: number
  weightAfter: number
  shareBefore: number
  shareAfter: number
}

export type DriftKind =
  | 'domain-missing'
  | 'domain-new'
  | 'domain-restarted'
  | 'domain-renamed'
  | 'weight-changed'
  | 'cap-changed'
  | 'affinity-changed'
  | 'vcpus-changed'
  | 'cpupool-changed'
  | 'scheduler-changed'

export interface Drift {
  kind: DriftKind
  uuid: string | null
  name: string
  expected: string | null
  found: string | null
  message: string
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

export interface PlanReason {
  code: PlanReasonCode
  /** `blocks`: the plan cannot be applied. `warns`: the operator should know. */
  effect: 'blocks' | 'warns'
  uuid: string | null
  message: string
}

/** Plain data: can be stored as JSON and read back without loss. */
export interface WeightPlan {
  createdAt: string
  expiresAt: string
  username: string
  domains: PlannedDomain[]
  /** In the order in which they are sent: lowered weights first, then affinities. */
  changes: PlannedChange[]
  shares: PlannedShare[]
  drift: Drift[]
  reasons: PlanReason[]
  canApply: boolean
  /** SHA-256 (hex) of everything above; what the operator's confirmation refers to. */
  hash: string
}
