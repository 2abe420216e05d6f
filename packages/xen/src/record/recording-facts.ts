/** The files of a recording. `xl-*.txt` contain xl's own tables, as `readXlOutput` reads them. */
export type RecordedFile = 'xentop.txt' | 'xentrace.bin' | 'xl-before.txt' | 'xl-after.txt'

export interface RecordingProgress {
  secondsDone: number
  secondsTotal: number
  /** Bytes in all files so far. */
  bytes: number
}

/**
 * The host's clock relative to ours, bounded by round trips: the true offset is within the
 * uncertainty.
 */
export interface ClockOffset {
  hostMinusOursSeconds: number
  uncertaintySeconds: number
}

/**
 * - `not-installed`: the host has no xentrace
 * - `not-permitted`: sudo, the gate or the hypervisor refused it
 * - `busy`: another program reads Xen's one trace buffer; it was left alone
 * - `too-large`: more events than `maxTraceBytes`
 * - `failed`: xentrace could not be started, or ended too early
 */
export type NoTraceReason = 'not-installed' | 'not-permitted' | 'busy' | 'too-large' | 'failed'

/** The state in which the hypervisor's tracing was left. */
export interface TracingEnd {
  /** No reader of the trace buffer runs, and xentrace confirmed that it switched tracing off. */
  off: boolean
  /** The event mask is the one that Xen boots with; its value before cannot be read. */
  maskRestored: boolean
  /** Why one of the two is false, in a form for people. Null when both are true. */
  problem: string | null
}

export type TraceFacts =
  | {
      recorded: true
      bytes: number
      /** When xentrace was requested, on the host's clock; its first event is slightly later. */
      askedAtHostSeconds: number
      /** Frequency of the time stamps in the file, from `xl info`. */
      tscHz: number | null
      end: TracingEnd
    }
  | {
      /** The part of `xentrace.bin` that was written until then must be discarded. */
      recorded: false
      reason: NoTraceReason
      /** The host's message. */
      detail: string | null
      /** Null when xentrace was never started. */
      end: TracingEnd | null
    }

/** xentop prints no times: these are when its samples arrived, converted to the host's clock. */
export interface XentopFacts {
  samples: number
  firstSampleAtHostSeconds: number
  lastSampleAtHostSeconds: number
  /** Uncertainty of both times. */
  uncertaintySeconds: number
  /**
   * Mean interval between samples: xentop sleeps for the requested interval, and its own work adds
   * to that.
   */
  intervalSeconds: number
  bytes: number
}

export interface RecordedDomain {
  id: number
  name: string
  uuid: string
  vCpus: number
  /** Weight at the start. Null under a scheduler without weights. */
  weight: number | null
  cap: number | null
}

/** A domain that differs between the start and the end. When it changed is unknown. */
export interface SeenChange {
  uuid: string
  name: string
  kind: 'weight' | 'cap' | 'started' | 'gone' | 'restarted'
  /** Weight, cap or domain id. Null when there was none. */
  before: number | null
  after: number | null
}

export interface RecordingFacts {
  /** Seconds since the epoch, on the host's clock. */
  startedAtHostSeconds: number
  /** From the first to the last sample of xentop. */
  recordedSeconds: number
  clock: ClockOffset
  /** How far the offset moved by the end, beyond what round trips explain; 0 if it did not. */
  clockDriftSeconds: number
  hostName: string
  xenVersion: string
  pCpus: number
  /** Scheduler of Domain-0's cpupool. */
  scheduler: { name: string; tsliceMs: number | null; ratelimitUs: number | null }
  domains: RecordedDomain[]
  changes: SeenChange[]
  xentop: XentopFacts
  /** Null when no trace was requested. */
  trace: TraceFacts | null
}
