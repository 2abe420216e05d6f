/** The pCPUs that a vCPU may run on: `all`, or their numbers as xl prints them, such as `0-2,5`. */
export type Affinity = string

/** A credit scheduler's settings for one domain. */
export interface WeightAndCap {
  weight: number
  /** Percent of one pCPU; 0 means no cap. */
  cap: number
}

/** The CPU time that the RTDS scheduler promises each vCPU: a budget in every period. */
export interface Reservation {
  periodUs: number
  budgetUs: number
  /** Whether it may also use CPU time that is otherwise idle. */
  extraTime: boolean
}

export interface VCpuPlacement {
  vCpu: number
  /** The pCPU it runs on. Null while it is offline. */
  pCpu: number | null
  state: string
  cpuTimeSeconds: number
  hardAffinity: Affinity
  softAffinity: Affinity
}

export interface DomainState {
  uuid: string
  /**
   * Xen's number of the running instance. It changes at every restart, so it never serves as an
   * identity.
   */
  id: number
  name: string
  vCpus: number
  memoryMb: number
  /** The six letters of `xl list`: each is r, b, p, s, c, d or a dash. */
  state: string
  cpuTimeSeconds: number
  cpupool: string
  /** 1 to 65535. Null when the pool's scheduler has no weights. */
  weight: number | null
  /** Percent of one pCPU; 0 means no cap. Null when the pool's scheduler has no caps. */
  cap: number | null
  /** The reservation of every vCPU. Null when there is none, or when they differ. */
  reservation: Reservation | null
  vCpuPlacement: VCpuPlacement[]
}

export interface CpupoolState {
  name: string
  pCpus: number
  /** Numbers of its pCPUs, ascending. */
  pCpuNumbers: number[]
  scheduler: string
  /** Only credit has it. */
  timeSliceMs: number | null
  rateLimitUs: number | null
  migrationDelayUs: number | null
}

/** Everything that was read from a host at one time. */
export interface HostInventory {
  readAt: string
  xenVersion: string
  hostName: string
  /** The boot-time default; each cpupool has its own. */
  scheduler: string
  pCpus: number
  totalMemoryMb: number
  /** Absent from readings of earlier versions. */
  freeMemoryMb?: number
  /** Null on any hypervisor but Steelyard's own; absent from readings of earlier versions. */
  experiments?: Experiments | null
  cpupools: CpupoolState[]
  domains: DomainState[]
}

/** How long a boost that Xen would not give lasts. */
type BoostLasts = 'tick' | 'loan' | 'dispatch'

/**
 * What Steelyard's hypervisor for experiments does beyond Xen, by its boot parameters;
 * e2e/xen-host/hypervisor explains each.
 */
export interface Experiments {
  /** Which vCPUs an I/O event boosts; `wake` as in Xen. */
  boost: 'wake' | 'always' | 'loan'
  boostLasts: BoostLasts
  /** Under `loan`, paper 1: the credit line, the part that repays, and k of eq (4). */
  loan: { credits: number; share: number; factor: number }
  /** Domains of this weight go ahead of others of their priority, paper 3. Null: none. */
  realTimeWeight: number | null
}
