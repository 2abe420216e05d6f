import type { Distribution } from './histogram.ts'

/** The result of one run. Seconds and fractions; plain data. */
export interface TwinResult {
  seed: number
  /** Number of events processed, for measurements of speed. */
  events: number
  /** Requests not answered when the run ended, including background work. */
  underWay: number
  /** Domain-0 first when there is one. All windows together, without the warm-up. */
  domains: DomainResult[]
  pCpus: PCpuResult[]
  windows: WindowResult[]
  /** In the order of the spans that were asked for; absent where none were. */
  spans?: SpanResult[]
}

export interface PCpuResult {
  busySeconds: number
  idleSeconds: number
}

/** How the time of a domain's vCPUs divides; the five add up to vCPUs x time. */
interface StateSeconds {
  running: number
  /** Runnable after a wake-up. */
  woken: number
  /** Runnable after a preemption. */
  preempted: number
  blocked: number
  /** Held by the cap. */
  parked: number
}

export interface SchedulingResult {
  name: string
  stateSeconds: StateSeconds
  /** As a share of one pCPU. */
  cpuShare: number
  dispatchesPerSecond: number
  /** How often per second the scheduler was called and left the domain on its pCPU. */
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

interface DeadlineResult {
  /** Jobs whose deadline has come. */
  jobs: number
  /** Jobs not finished by then. */
  missed: number
  /** How late missed jobs finished; abandoned jobs do not count. */
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
  /** The greatest cm of a single loan; one vCPU cannot use more than 10 in a millisecond. */
  mostCreditsPerMs: number | null
  repaid: number
  meanRepaymentSeconds: number | null
}

export interface RequestResult {
  arrived: number
  answered: number
  /**
   * Response times that clients see for requests that arrived in the window, however late the
   * answer.
   */
  responseTime: Distribution
  /**
   * The times in the server's log (Apache's %D): from when the request's service first gets the
   * CPU, which is when the worker can read it, until it ends and the last byte is written.
   */
  loggedTime: Distribution
  /** Half-width of the 95 % interval of the mean, from batch means; null with too few batches. */
  meanHalfWidthSeconds: number | null
  /** Fractions answered within each of `cdfAtSeconds`. */
  cdf: number[]
}

export interface WindowResult {
  startSeconds: number
  endSeconds: number
  domains: SchedulingResult[]
}

/** The requests that arrived in a span; null for a domain without any load. */
export interface SpanResult {
  domains: { name: string; requests: RequestResult | null }[]
}
