import type { ArrivalProcess } from './arrivals.ts'

export interface Guest {
  name: string
  /** Rounds of spin.php, which set the CPU time of a request. */
  rounds: number
}

export interface Phase {
  durationSeconds: number
  requestsPerSecond: Record<string, number>
}

/** One run of the host, as it is to be recorded. */
export interface PlannedRecording {
  name: string
  description: string
  /**
   * In virtual time an instruction takes a nanosecond, whatever the machine beneath does. Its clock
   * counts the instructions of all pCPUs together, so that more than one need the wall's clock.
   */
  clock: 'virtual' | 'wall'
  scheduler: { name: 'credit' | 'credit2'; tsliceMs: number | null; ratelimitUs: number }
  pCpus: number
  guests: readonly Guest[]
  phases: readonly Phase[]
  arrivals: ArrivalProcess
  seed: number
  /** Weights of guests that differ from Xen's default of 256. */
  weights: Readonly<Record<string, number>>
  /** A guest of its own, without a load, stands for a machine on the network. */
  client: 'domain-0' | 'guest'
}
