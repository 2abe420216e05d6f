/** The pCPUs that a vCPU may run on: `all`, or their numbers as xl prints them, such as `0-2,5`. */
export type Affinity = string

/** What a credit scheduler knows of one domain. */
export interface WeightAndCap {
  weight: number
  /** Percent of one pCPU, 0 = none. */
  cap: number
}

/** How much CPU the RTDS scheduler promises each vCPU: a budget in every period. */
export interface Reservation {
  periodUs: number
  budgetUs: number
  /** Whether it may use what nobody needs beyond that. */
  extraTime: boolean
}

export interface VCpuPlacement {
  vCpu: number
  /** The pCPU it runs on, null while it is offline. */
  pCpu: number | null
  state: string
  cpuTimeSeconds: number
  hardAffinity: Affinity
  softAffinity: Affinity
}

export interface DomainState {
  uuid: string
  /** Xen's number of the running instance: changes at every restart, so never an identity. */
  id: number
  name: string
  vCpus: number
  memoryMb: number
  /** The six letters of `xl list`: r, b, p, s, c, d or a dash each. */
  state: string
  cpuTimeSeconds: number
  cpupool: string
  /** 1..65535; null where the pool's scheduler has no weights. */
  weight: number | null
  /** Percent of one pCPU, 0 = none; null where the pool's scheduler has no caps. */
  cap: number | null
  /** Of every vCPU; null where there is none, or not the same for all. */
  reservation: Reservation | null
  vCpuPlacement: VCpuPlacement[]
}

export interface CpupoolState {
  name: string
  pCpus: number
  /** Their numbers, ascending; null where the gate or the sudo rules are too old to let them be read. */
  pCpuNumbers: number[] | null
  scheduler: string
  /** credit only */
  timeSliceMs: number | null
  rateLimitUs: number | null
  migrationDelayUs: number | null
}

/** Everything that was read from a host at one time. */
export interface HostInventory {
  readAt: string
  xenVersion: string
  hostName: string
  /** The boot-time default; each cpupool states its own. */
  scheduler: string
  pCpus: number
  totalMemoryMb: number
  cpupools: CpupoolState[]
  domains: DomainState[]
}
