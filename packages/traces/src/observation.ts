/**
 * What a domain did in one window. All times are seconds; a window is
 * [windowStartEpochSeconds, windowStartEpochSeconds + windowSeconds).
 */
export interface Observation {
  domain: string
  windowStartEpochSeconds: number
  windowSeconds: number
  /** Seen by the domain's own server (access log); null where no request started or ended. */
  requests: RequestStats | null
  /** Seen by the clients: the truth that estimates are scored against. */
  clientRequests: RequestStats | null
  cpu: CpuStats | null
}

export type TimeResolution = 'second' | 'millisecond' | 'microsecond'

export interface RequestStats {
  /** Requests that started in the window. */
  arrivals: number
  /**
   * The same by equal parts of the window: of a second each, or longer so that there are at most 60;
   * null for a part that the log does not cover. Absent in what older versions stored.
   */
  arrivalsByPart?: (number | null)[]
  /** Of the arrivals: answers with status 5xx; for client times also transport errors. */
  errors: number
  /** Requests that ended in the window; null where the log tells no durations. */
  completions: CompletionStats | null
  /**
   * How much of the window the log covers: a rate is arrivals divided by this, not by windowSeconds.
   * 0 where only stragglers from outside the log's time fall into the window.
   */
  coveredSeconds: number
  interArrival: InterArrivalStats | null
  duration: DurationStats | null
  meanBytes: number | null
}

/** A request without a duration of its own counts as ended when it started. */
export interface CompletionStats {
  /** Whenever they started, errors included: over all windows as many as arrivals. */
  count: number
  errors: number
}

/**
 * Sub-second stamps: moments of the gaps between consecutive arrivals. Whole-second stamps: the
 * squared coefficient of variation is taken to be the index of dispersion of the per-second counts
 * (c_a^2 ~ Var N / E N, exact for a renewal process as the counting interval grows).
 */
export interface InterArrivalStats {
  /** Gaps, or counted seconds where resolution is 'second'. */
  count: number
  meanSeconds: number
  varianceSeconds2: number
  resolution: TimeResolution
}

/** Mean, variance (unbiased), minimum and maximum are exact; quantiles are within 1 % (DDSketch). */
export interface DurationStats {
  count: number
  meanSeconds: number
  varianceSeconds2: number
  minSeconds: number
  maxSeconds: number
  p50Seconds: number
  p90Seconds: number
  p95Seconds: number
  p99Seconds: number
}

export interface CpuStats {
  /** The kind of the format that measured it. */
  source: string
  /** CPU time gotten, summed over pCPUs. */
  usedSeconds: number
  /** The same by parts of the window as in `arrivalsByPart`; null for a part not covered. */
  usedByPart?: (number | null)[]
  /** Runnable but not running; null where the tool does not measure it or measures it wrongly. */
  runnableWaitSeconds: number | null
  blockedSeconds: number | null
  /** Times the scheduler put the domain on a pCPU. */
  dispatches: number | null
  ioCount: number | null
  /** How much of the window the trace covers: divide by this, not by windowSeconds. */
  coveredSeconds: number
  /** From xentrace only. */
  schedule?: ScheduleStats
}

/**
 * How the scheduler treated a domain in one window, exact from every change of state of its vCPUs;
 * vCPUs add up. A run or a wait counts in the window in which it ends. Where the trace begins, ends
 * or lost records, the part of a run or wait that was seen counts in the seconds alone.
 */
export interface ScheduleStats {
  /** Neither blocked nor runnable: parked by the cap of credit, or paused by the toolstack. */
  offlineSeconds: number
  /** From waking up (blocked, then runnable) until running; null where nothing woke up. */
  wakeToRun: DurationStats | null
  /** From being taken off a pCPU while able to run, until running again. */
  preemptedWait: LengthStats | null
  /** From being put on a pCPU until leaving it. */
  runLength: DurationStats | null
  /** Complete times of being blocked. */
  blockedLength: LengthStats | null
  /** Times the scheduler looked and let the domain run on: these split no run. */
  continuations: number
  /**
   * While vCPUs of this domain were runnable: who ran, in seconds of waiting; 'idle' where a pCPU
   * ran nothing. On several pCPUs each of them has an equal part of a wait, since the trace does
   * not say in which queue a vCPU stands. The sum is the runnable wait but for the switches
   * themselves and for waits that the edges of the trace cut.
   */
  waitedBehindSeconds: Record<string, number>
}

/** Without quantiles, which would cost more memory than they are worth here. */
export type LengthStats = Pick<DurationStats, 'count' | 'meanSeconds' | 'varianceSeconds2'>

export interface ObservationSet {
  /** The window actually used: the requested one, doubled until the number of windows was bounded. */
  windowSeconds: number
  requestedWindowSeconds: number
  originEpochSeconds: number
  /** Sorted by domain, then by time; only windows in which something was observed. */
  observations: Observation[]
  notes: string[]
}
