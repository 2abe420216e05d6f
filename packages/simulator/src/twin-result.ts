import type { Distribution } from './histogram.ts'

/** What one run showed. Seconds and fractions; plain data. */
export interface TwinResult {
  seed: number
  /** Events played, for speed figures. */
  events: number
  /** Requests not answered when the run ended, background work included. */
  underWay: number
  /** Domain-0 first when there is one. Warm-up left out, all windows together. */
  domains: DomainResult[]
  pCpus: PCpuResult[]
  windows: WindowResult[]
}

export interface PCpuResult {
  busySeconds: number
  idleSeconds: number
}

/** Where the time of a domain's vCPUs went; the five add up to vCPUs x time. */
export interface StateSeconds {
  running: number
  /** Runnable after a wake-up. */
  woken: number
  /** Runnable after a preemption. */
  preempted: number
  blocked: number
  /** Held back by the cap. */
  parked: number
}

export interface SchedulingResult {
  name: string
  stateSeconds: StateSeconds
  /** Of one pCPU. */
  cpuShare: number
  dispatchesPerSecond: number
  /** Times the scheduler was asked and left the domain on its pCPU. */
  continuationsPerSecond: number
  wakesPerSecond: number
  preemptionsPerSecond: number
  /** null without requests; in a reporting window also when `windowResponses` is false. */
  requests: RequestResult | null
}

export interface DomainResult extends SchedulingResult {
  /** From a dispatch to the switch away. */
  runLength: Distribution
  /** From a wake-up to the dispatch. */
  wakeToRun: Distribution
  /** From a preemption to the dispatch. */
  preemptedWait: Distribution
  /** null without real-time work. */
  deadlines: DeadlineResult | null
  /** null without `loan-redemption`. */
  loans: LoanResult | null
}

export interface DeadlineResult {
  /** Jobs whose deadline came. */
  jobs: number
  /** Those that were not done by then. */
  missed: number
  /** By how much missed jobs were late when they were done; those given up do not count. */
  lateness: Distribution
}

/** Paper 1's loans that were used up, or repaid, after the warm-up; null where there was none. */
export interface LoanResult {
  usedUp: number
  /** credit_boost of the paper. */
  meanLentCredits: number | null
  /** cc, eq (1). */
  creditsPerBoost: number | null
  /** ci, eq (2). */
  boostsPerMs: number | null
  /** cm = cc ci, eq (3). */
  creditsPerMs: number | null
  /** The greatest cm of a single loan; one vCPU cannot use up more than 10 in a millisecond. */
  mostCreditsPerMs: number | null
  repaid: number
  meanRepaymentSeconds: number | null
}

export interface RequestResult {
  arrived: number
  answered: number
  /** What clients see of requests that arrived in the window, however late they were answered. */
  responseTime: Distribution
  /**
   * What the server's log has of them (Apache's %D): from when the request's service first gets the
   * CPU, which is when the worker can read it, until it ends and the last byte is written.
   */
  loggedTime: Distribution
  /** Half the 95 % interval of the mean, from batch means; null with too few BATCHES. */
  meanHalfWidthSeconds: number | null
  /** Fractions answered within each of `cdfAtSeconds`. */
  cdf: number[]
}

export interface WindowResult {
  startSeconds: number
  endSeconds: number
  domains: SchedulingResult[]
}
