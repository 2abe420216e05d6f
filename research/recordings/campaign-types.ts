import type { ArrivalProcess } from './arrivals.ts'

export interface Guest {
  name: string
  /** Rounds of spin.php, which determine the CPU time of a request. */
  rounds: number
}

interface Phase {
  durationSeconds: number
  requestsPerSecond: Record<string, number>
}

/** What determines the requests of a run. */
export interface PlannedLoad {
  guests: readonly Guest[]
  phases: readonly Phase[]
  arrivals: ArrivalProcess
  seed: number
}

/** One planned run of the host. */
export interface PlannedRecording extends PlannedLoad {
  name: string
  description: string
  /**
   * In virtual time an instruction takes a nanosecond, however fast the machine is. The virtual
   * clock counts the instructions of all pCPUs together, so a host with several pCPUs needs the
   * wall clock.
   */
  clock: 'virtual' | 'wall'
  scheduler: { name: 'credit' | 'credit2'; tsliceMs: number | null; ratelimitUs: number }
  pCpus: number
  /** Weights of the guests that differ from Xen's default of 256. */
  weights: Readonly<Record<string, number>>
  /** A separate guest without load represents a machine on the network. */
  client: 'domain-0' | 'guest'
}
