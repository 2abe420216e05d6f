import type { Quantile } from './quantiles.ts'

/**
 * The activity of a domain in one window. All times are seconds; a window is
 * [windowStartEpochSeconds, windowStartEpochSeconds + windowSeconds).
 */
export interface Observation {
  domain: string
  windowStartEpochSeconds: number
  windowSeconds: number
  /** As seen by the domain's own server (access log). Null when no request started or ended. */
  requests: RequestStats | null
  /** As seen by the clients: the truth that estimates are scored against. */
  clientRequests: RequestStats | null
  cpu: CpuStats | null
}

export type TimeResolution = 'second' | 'millisecond' | 'microsecond'

export interface RequestStats {
  /** Number of requests that started in the window. */
  arrivals: number
  /**
   * Arrivals in equal parts of the window: of a second each, or longer so that there are at most
   * 60. Null for a part that the log does not cover.
   */
  arrivalsByPart: (number | null)[]
  /** Arrivals that failed: answers with status 5xx; for client times also transport errors. */
  errors: number
  /** Requests that ended in the window. Null when the log has no durations. */
  completions: CompletionStats | null
  /**
   * How much of the window the log covers: a rate is arrivals divided by this, not by
   * windowSeconds. 0 when only stragglers from outside the log's time fall into the window.
   */
  coveredSeconds: number
  interArrival: InterArrivalStats | null
  /**
   * The counts behind `interArrival`, so that windows can be merged. Absent when nothing arrived, and
   * from observations that were stored before it was kept.
   */
  secondCounts?: SecondCounts
  duration: DurationStats | null
  meanBytes: number | null
}

/** A request without a duration of its own counts as ended when it started. */
interface CompletionStats {
  /** Requests whenever they started, errors included: over all windows as many as arrivals. */
  count: number
  errors: number
}

/**
 * With sub-second stamps these are the moments of the gaps between consecutive arrivals. With
 * whole-second stamps the squared coefficient of variation is taken to be the index of dispersion
 * of the per-second counts (c_a^2 ~ Var N / E N, exact for a renewal process as the counting
 * interval grows).
 */
export interface InterArrivalStats {
  /** Number of gaps, or of counted seconds when resolution is 'second'. */
  count: number
  meanSeconds: number
  varianceSeconds2: number
  resolution: TimeResolution
}

/** The arrivals in each second of a window. Lines that came too late to be put in order are left out. */
export interface SecondCounts {
  /** The coarsest time stamps in the window. */
  resolution: TimeResolution
  arrivals: number
  /** Sum over the seconds of (arrivals in that second)^2. */
  squares: number
}

/**
 * Mean, variance (unbiased), minimum and maximum are exact; quantiles are within 1 % (DDSketch).
 */
export interface DurationStats extends Record<`${Quantile}Seconds`, number> {
  count: number
  meanSeconds: number
  varianceSeconds2: number
  minSeconds: number
  maxSeconds: number
  /**
   * The distribution as `Sketch` writes it, so that quantiles over several windows are as exact as
   * those of one. Absent from observations that were stored before it was kept.
   */
  sketch?: string
}

export interface CpuStats {
  /** The kind of the format that measured it. */
  source: string
  /** CPU time received, summed over pCPUs. */
  usedSeconds: number
  /**
   * CPU time in the parts of the window, as in `arrivalsByPart`. Null for a part that is not
   * covered.
   */
  usedByPart: (number | null)[]
  /**
   * Time runnable but not running. Null when the tool does not measure it or measures it wrongly.
   */
  runnableWaitSeconds: number | null
  blockedSeconds: number | null
  /** How often the scheduler put the domain on a pCPU. */
  dispatches: number | null
  ioCount: number | null
  /** How much of the window the trace covers: divide by this, not by windowSeconds. */
  coveredSeconds: number
  /** From xentrace only. */
  schedule?: ScheduleStats
}

/**
 * How the scheduler treated a domain in one window, exact from every state change of its vCPUs;
 * vCPUs add up. A run or a wait counts in the window in which it ends. If the trace begins, ends or
 * lost records within a run or wait, the part that was seen counts in the seconds only.
 */
export interface ScheduleStats {
  /** Time neither blocked nor runnable: parked by credit's cap, or paused by the toolstack. */
  offlineSeconds: number
  /** From waking up (blocked, then runnable) until running. Null when nothing woke up. */
  wakeToRun: DurationStats | null
  /** From being taken off a pCPU while able to run, until running again. */
  preemptedWait: LengthStats | null
  /** From being put on a pCPU until leaving it. */
  runLength: DurationStats | null
  /** Complete periods of being blocked. */
  blockedLength: LengthStats | null
  /** How often the scheduler let the domain continue; such decisions do not split a run. */
  continuations: number
  /**
   * Who ran while vCPUs of this domain were runnable, in seconds of waiting; 'idle' when a pCPU ran
   * nothing. With several pCPUs each has an equal part of a wait, because the trace does not show
   * in which queue a vCPU stands. The sum is the runnable wait except for the switches themselves
   * and for waits that the edges of the trace cut.
   */
  waitedBehindSeconds: Record<string, number>
}

/** Without quantiles, which would cost more memory than they are worth here. */
export type LengthStats = Pick<DurationStats, 'count' | 'meanSeconds' | 'varianceSeconds2'>

export interface ObservationSet {
  /**
   * The window actually used: the requested one, doubled until the number of windows was within the
   * limit.
   */
  windowSeconds: number
  requestedWindowSeconds: number
  originEpochSeconds: number
  /** Sorted by domain, then by time; only windows with at least one observation. */
  observations: Observation[]
  notes: string[]
}
