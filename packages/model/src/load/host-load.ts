import type { Reason } from '../reason.ts'

/** The load of one guest domain in a window. All times in seconds. */
export interface DomainLoad {
  name: string
  /** lambda: requests per second. */
  arrivalRatePerSecond: number
  /** x: CPU seconds per request, by the utilisation law U / lambda. */
  serviceTimeSeconds: number
  /** sigma_a squared: variance of the time between two arrivals, s^2. */
  interArrivalVarianceSeconds2?: number
  /**
   * s: mean request duration in the server's own log, which SandPiper takes for the service time.
   */
  logServiceTimeSeconds?: number
  /** sigma_b squared: variance of that duration, s^2. */
  logServiceTimeVarianceSeconds2?: number
  /** Time spent runnable but not running, per request (xenmon "waited", xentop, xentrace). */
  runnableWaitPerRequestSeconds?: number
  /** CPU that the domain uses without requests, in pCPUs; the rest of lambda x serves requests. */
  backgroundUtilisation?: number
  /**
   * c_a squared, as identified over a whole recording; takes precedence over
   * `interArrivalVarianceSeconds2`.
   */
  arrivalScv?: number
  /** c_s squared: variance of the CPU time of a request over the square of its mean. */
  serviceTimeScv?: number
  vCpus?: number
  /** Percent of one pCPU; 0 = none. */
  capPercent?: number
  /**
   * How requests share the domain's vCPUs. Default `processor-sharing`, the way a kernel schedules
   * workers.
   */
  discipline?: 'processor-sharing' | 'fifo'
}

/** The load of Domain-0, the driver domain. */
export interface Domain0Load {
  /** x_0: CPU seconds Domain-0 spends per request (erratum E0.6). */
  serviceTimeSeconds: number
  /** IO: I/O requests of the whole host per second (erratum E0.7). */
  ioRequestsPerSecond: number
  /** D_0: mean time Domain-0 waits for the CPU per I/O request (erratum E0.7). */
  delayPerIoSeconds: number
  /** CPU that Domain-0 uses without requests, in pCPUs; the rest of IO x_0 serves requests. */
  backgroundUtilisation?: number
  /** Mean time from wake-up to running, per dispatch of Domain-0. */
  wakeDelaySeconds?: number
}

/** Why a load's service demand is unknown, or known only from other windows. */
export type DemandDoubt = Reason<'no-cpu-coverage' | 'demand-from-elsewhere'>

export interface HostLoad {
  domains: DomainLoad[]
  domain0: Domain0Load
  pCpus: number
  /** Default `credit`. */
  scheduler?: 'credit' | 'credit2'
  /** Where the client's clock runs: beyond the network (default) or in Domain-0 itself. */
  client?: 'network' | 'domain-0'
  /** The part of the requests that arrived while a CPU trace covered the host. Default: all. */
  cpuCoverage?: number
  /**
   * Absent where the CPU time of these requests was observed, or where there is no CPU data at all.
   */
  demand?: DemandDoubt
}
