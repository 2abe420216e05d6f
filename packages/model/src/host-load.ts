import type { Reason } from './estimate.ts'

/** What one guest domain was asked to do in a window. Everything in seconds. */
export interface DomainLoad {
  name: string
  /** lambda: requests per second. */
  arrivalRatePerSecond: number
  /** x: CPU seconds per request, by the utilisation law U / lambda. */
  serviceTimeSeconds: number
  /** sigma_a squared: variance of the time between two arrivals, s^2. */
  interArrivalVarianceSeconds2?: number
  /** s: mean request duration of the server's own log, what SandPiper takes for the service time. */
  logServiceTimeSeconds?: number
  /** sigma_b squared: variance of that duration, s^2. */
  logServiceTimeVarianceSeconds2?: number
  /** Time spent runnable but not running, per request (xenmon "waited", xentop, xentrace). */
  runnableWaitPerRequestSeconds?: number
  /** CPU that it uses without any request, in pCPUs; the rest of lambda x is the requests'. */
  backgroundUtilisation?: number
  /** c_a squared, as identified over a whole recording; goes before `interArrivalVarianceSeconds2`. */
  arrivalScv?: number
  /** c_s squared: variance of the CPU time of a request over the square of its mean. */
  serviceTimeScv?: number
  vCpus?: number
  /** Percent of one pCPU; 0 = none. */
  capPercent?: number
  /** How requests share the domain's vCPUs. Default `processor-sharing`, as a kernel shares its workers. */
  discipline?: 'processor-sharing' | 'fifo'
}

/** What Domain-0, the driver domain, adds. */
export interface Domain0Load {
  /** x_0: CPU seconds Domain-0 spends per request (erratum E0.6). */
  serviceTimeSeconds: number
  /** IO: I/O requests of the whole host per second (erratum E0.7). */
  ioRequestsPerSecond: number
  /** D_0: mean time Domain-0 waits for the CPU per I/O request (erratum E0.7). */
  delayPerIoSeconds: number
  /** CPU that Domain-0 uses without any request, in pCPUs; the rest of IO x_0 is the requests'. */
  backgroundUtilisation?: number
  /** Mean time from waking up until running, per dispatch of Domain-0. */
  wakeDelaySeconds?: number
}

/** Why what requests cost is not known at a load, or is known from other times alone. */
export type DemandDoubt = Reason<'no-cpu-coverage' | 'demand-from-elsewhere'>

export interface HostLoad {
  domains: DomainLoad[]
  domain0: Domain0Load
  pCpus: number
  /** Default `credit`. */
  scheduler?: 'credit' | 'credit2'
  /** Where the client's clock runs: behind the network (default), or in Domain-0 itself. */
  client?: 'network' | 'domain-0'
  /** Of the requests, the part that came while a CPU trace watched the host. Default: all. */
  cpuCoverage?: number
  /** Absent where the CPU time of these very requests was seen, or none of any. */
  demand?: DemandDoubt
}
