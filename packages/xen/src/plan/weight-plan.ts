import type { PoolScheduler, WeightScheduler } from '../host-command.ts'
import type { Affinity, Reservation } from '../host-inventory.ts'

/** What the scheduler knows of one domain. */
export interface WeightAndCap {
  weight: number
  /** Percent of one pCPU, 0 = none. */
  cap: number
}

/** Where the vCPUs of one domain may run. */
export interface VCpuAffinity {
  /** Of vCPU 0, 1, ...; a single one where all have the same. */
  affinity: Affinity[]
}

/** Which pCPUs Pool-0 has. */
export interface PoolPCpus {
  pCpus: string
}

/** Whether there is a real-time cpupool, and what it is. */
export interface PoolDefinition {
  pool: { scheduler: PoolScheduler; pCpus: string } | null
}

/** Which cpupool a domain is in. */
export interface Membership {
  cpupool: string
  /** What Xen forgets when a domain changes its cpupool; absent where that does not matter. */
  kept?: { weight: number | null; cap: number | null; affinity: Affinity[] }
}

/** What RTDS promises each vCPU of a domain; null: nothing that anybody has asked for. */
export interface VCpuReservation {
  reservation: Reservation | null
}

/** What a change is about: one of these on either side of it. */
export type LeverValue =
  | WeightAndCap
  | VCpuAffinity
  | PoolPCpus
  | PoolDefinition
  | Membership
  | VCpuReservation

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
  /** Absent in plans from before there were pins. */
  affinity?: Affinity[]
}

interface Change<Value> {
  /** Of the domain; where the change is about a cpupool, its name. */
  uuid: string
  name: string
  before: Value
  after: Value
  /** The exact text that will be sent. */
  command: string
}

interface DomainChange<Value> extends Change<Value> {
  domainId: number
  cpupool: string
}

/** Weight and cap of one domain. Stored ones may lack the kind: there was no other. */
export interface WeightChange extends DomainChange<WeightAndCap> {
  kind?: 'weight'
  scheduler: WeightScheduler
}

/** Hard affinity of all vCPUs of one domain, Domain-0 among them; soft affinity stays. */
export interface AffinityChange extends DomainChange<VCpuAffinity> {
  kind: 'affinity'
}

/** Pool-0 gives pCPUs away. */
export interface PoolPCpusChange extends Change<PoolPCpus> {
  kind: 'pool-pcpus'
}

/** A cpupool is made of them. */
export interface PoolChange extends Change<PoolDefinition> {
  kind: 'cpupool'
}

/** A domain moves into it. */
export interface MembershipChange extends DomainChange<Membership> {
  kind: 'membership'
}

/** And is promised its CPU there. */
export interface ReservationChange extends DomainChange<VCpuReservation> {
  kind: 'reservation'
}

/** One line of the diff, and one command. */
export type PlannedChange =
  | WeightChange
  | AffinityChange
  | PoolPCpusChange
  | PoolChange
  | MembershipChange
  | ReservationChange
export type Lever = NonNullable<PlannedChange['kind']>

/** Shares are fractions of the weights in the same cpupool. */
export interface PlannedShare {
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
  | 'cpupools-changed'

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
export interface WeightPlan {
  createdAt: string
  expiresAt: string
  username: string
  domains: PlannedDomain[]
  /** Absent in plans from before there were any about them. */
  cpupools?: PlannedCpupool[]
  /** In the order in which they are sent: lowered weights first, then affinities. */
  changes: PlannedChange[]
  shares: PlannedShare[]
  drift: Drift[]
  reasons: PlanReason[]
  canApply: boolean
  /** SHA-256 (hex) of everything above; what the operator's confirmation refers to. */
  hash: string
}
