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
}

/** What Domain-0, the driver domain, adds. */
export interface Domain0Load {
  /** x_0: CPU seconds Domain-0 spends per request (erratum E0.6). */
  serviceTimeSeconds: number
  /** IO: I/O requests of the whole host per second (erratum E0.7). */
  ioRequestsPerSecond: number
  /** D_0: mean time Domain-0 waits for the CPU per I/O request (erratum E0.7). */
  delayPerIoSeconds: number
}

export interface HostLoad {
  domains: DomainLoad[]
  domain0: Domain0Load
  physicalCpus: number
}
