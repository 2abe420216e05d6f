import type { HostLoad } from './host-load.ts'
import type { Weights } from './weights.ts'

/** A quantity found in data. */
export interface Identified {
  value: number
  /** Standard error; null where there is too little to tell it by. */
  standardError: number | null
  /** Of what it was found in: windows, unless said otherwise. */
  n: number
}

/** What was seen of one guest in one window; null where nothing tells. */
export interface ObservedDomain {
  name: string
  cpuSeconds: number | null
  arrivals: number
  /** Requests that ended in the window. */
  completions: number | null
  /** Mean response time by clients where there are any, else by the server's log. */
  measured: { meanSeconds: number; count: number } | null
  /** Durations in the server's log. */
  logged: {
    meanSeconds: number
    varianceSeconds2: number
    minSeconds: number
    count: number
  } | null
  /** Gaps between arrivals, by clients where there are any. */
  gaps: { meanSeconds: number; varianceSeconds2: number; count: number; byClient: boolean } | null
}

/** One window of a recording, as `calibrate` takes it. */
export interface CalibrationWindow {
  seconds: number
  load: HostLoad
  weights: Weights
  domains: ObservedDomain[]
  domain0: {
    cpuSeconds: number
    waitSeconds: number | null
    dispatches: number | null
  } | null
}

export interface DomainCalibration {
  name: string
  /** x by the utilisation law: slope of CPU seconds over requests, or their ratio. */
  serviceTimeSeconds: Identified | null
  /** CPU that the domain uses without requests, in pCPUs; null where it cannot be told apart. */
  backgroundUtilisation: Identified | null
  /** s: mean duration in the log while the host was calm. */
  calmLogSeconds: Identified | null
  /** c_a squared. */
  arrivalScv: Identified | null
  /** c_s squared, rather too high than too low; see `identifyServiceTimeScv`. */
  serviceTimeScv: Identified | null
}

export interface Domain0Calibration {
  /** CPU seconds per request of any guest. */
  requestCostSeconds: Identified | null
  /** CPU that Domain-0 uses without requests, in pCPUs; null where it cannot be told apart. */
  backgroundUtilisation: Identified | null
  /** Mean time from waking up until running; n counts dispatches. */
  wakeDelaySeconds: Identified | null
}

/** R_p = alpha x_p + beta D_VMp rho / (1 - rho) + gamma D_0p. */
export interface DelayAwareCoefficients {
  alpha: number
  beta: number
  gamma: number
}

export interface DelayAwareFit {
  coefficients: DelayAwareCoefficients
  /** By leaving out one block after the other (jackknife). */
  standardErrors: DelayAwareCoefficients
  /** Windows with a measured mean that went into the fit, domain by domain. */
  n: number
  /** Errors on windows that the coefficients were not fitted to, as fractions of the measured mean. */
  crossValidated: { medianApe: number; meanApe: number }
  /** Windows [from, to) by their index and the coefficients found without them. */
  blocks: { from: number; to: number; coefficients: DelayAwareCoefficients }[]
}

/** The windows of a recording in which a CPU trace watched all that ran for requests. */
export interface WatchedWindows {
  windows: number
  requests: number
  /** CPU use of all pCPUs, 0 to 1, in the busiest quarter of them. */
  utilisation: number
}

/** What a recording tells about its host, each with its uncertainty. */
export interface HostCalibration {
  domains: DomainCalibration[]
  domain0: Domain0Calibration
  delayAware: DelayAwareFit | { missing: string }
  /** Null without any such window; absent in what older versions stored. */
  watched?: WatchedWindows | null
}
