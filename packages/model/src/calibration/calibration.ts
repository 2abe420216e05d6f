import type { DelayAwareFit } from '../estimators/delay-aware-fit.ts'
import type { HostLoad } from '../load/host-load.ts'
import type { Weights } from '../load/weights.ts'

/** A quantity identified from data. */
export interface IdentifiedValue {
  value: number
  /** Standard error; null where there are too few observations to estimate it. */
  standardError: number | null
  /** Number of observations: windows, unless stated otherwise. */
  n: number
}

/** What was observed of one guest in one window; null where no source reports it. */
export interface ObservedDomain {
  name: string
  cpuSeconds: number | null
  arrivals: number
  /** Requests that completed in the window. */
  completions: number | null
  /**
   * Mean response time, measured by clients where there are any, otherwise by the server's log.
   */
  measured: { meanSeconds: number; count: number } | null
  /** Durations in the server's log. */
  logged: {
    meanSeconds: number
    varianceSeconds2: number
    minSeconds: number
    count: number
  } | null
  /** Gaps between arrivals, measured by clients where there are any. */
  gaps: { meanSeconds: number; varianceSeconds2: number; count: number; byClient: boolean } | null
}

/** One window of a recording, the input of `calibrate`. */
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
  /** x by the utilisation law: the slope of CPU seconds over requests, or their ratio. */
  serviceTimeSeconds: IdentifiedValue | null
  /** CPU that the domain uses without requests, in pCPUs; null where it cannot be separated. */
  backgroundUtilisation: IdentifiedValue | null
  /** s: mean duration in the log while the host was calm. */
  calmLogSeconds: IdentifiedValue | null
  /** c_a squared. */
  arrivalScv: IdentifiedValue | null
  /** c_s squared, rather overestimated than underestimated; see `identifyServiceTimeScv`. */
  serviceTimeScv: IdentifiedValue | null
}

export interface Domain0Calibration {
  /** CPU seconds of Domain-0 per request, whichever guest it is for. */
  requestCostSeconds: IdentifiedValue | null
  /** CPU that Domain-0 uses without requests, in pCPUs; null where it cannot be separated. */
  backgroundUtilisation: IdentifiedValue | null
  /** Mean time from wake-up to running; n counts dispatches. */
  wakeDelaySeconds: IdentifiedValue | null
}

/** The windows of a recording in which a CPU trace covered all CPU time spent on requests. */
export interface WatchedWindows {
  windows: number
  requests: number
  /** Utilisation of all pCPUs, 0 to 1, in the busiest quarter of these windows. */
  utilisation: number
}

/** What a recording shows about its host; every figure comes with its uncertainty. */
export interface HostCalibration {
  domains: DomainCalibration[]
  domain0: Domain0Calibration
  delayAware: DelayAwareFit | { missing: string }
  /** null without any such window; absent in calibrations stored by older versions. */
  watched?: WatchedWindows | null
}
