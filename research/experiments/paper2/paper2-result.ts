import type { LoadBalancerReport } from '@steelyard/contract'

export interface Paper2Result {
  phases: PlayedPhase[]
  comparisons: Comparison[]
  /** The reason for each request without a proper answer, over the whole experiment. */
  lost: string[]
  answered: number
  /** What the companion logged. */
  companion: string[]
}

/** What clients and host noticed over some time. */
export interface Measured {
  seconds: number
  answeredPerSecond: number
  /** Until the first byte of an answer. Null when nothing was answered. */
  meanMs: number | null
  p95Ms: number | null
  /** CPU seconds per second of each domain, by the host itself. */
  cpuShares: Record<string, number>
}

/** A phase in which the load balancer follows the advice. */
export interface PlayedPhase extends Measured {
  name: 'busy' | 'slow' | 'costly' | 'busy again'
  /** What the product says at the end of the phase. */
  pCpus: number
  idlePCpus: number
  advisedThreads: number
  reason: string
  /** What HAProxy says of itself then, such as the threads that it runs. */
  report: LoadBalancerReport
  /** Requests without a proper answer since the phase before. */
  lost: number
}

/** The same load with one thread and with two, in turns, whatever is advised. */
export interface Comparison {
  neighbours: 'idle' | 'busy'
  rounds: (Measured & { threads: number })[]
}
