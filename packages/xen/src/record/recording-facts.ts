/** What a recording writes. `xl-*.txt` hold xl's own tables, as `readXlOutput` reads them. */
export type RecordedFile = 'xentop.txt' | 'xentrace.bin' | 'xl-before.txt' | 'xl-after.txt'

export interface RecordingProgress {
  secondsDone: number
  secondsTotal: number
  /** Of all files so far. */
  bytes: number
}

/** The host's clock beside ours, bounded by round trips: the truth is within the uncertainty. */
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

/** How the hypervisor's tracing was left behind. */
export interface TracingEnd {
  /** No reader of the trace buffer runs, and xentrace confirmed that it switched tracing off. */
  off: boolean
  /** The event mask is the one that Xen boots with; what it was before cannot be read. */
  maskRestored: boolean
  /** Where one of the two is false: why, for people. */
  problem: string | null
}

export type TraceFacts =
  | {
      recorded: true
      bytes: number
      /** When xentrace was asked for, on the host's clock; its first event is a little later. */
      askedAtHostSeconds: number
      /** Frequency of the time stamps in the file, from `xl info`. */
      tscHz: number | null
      end: TracingEnd
    }
  | {
      /** What was written to `xentrace.bin` until then is to be thrown away. */
      recorded: false
      reason: NoTraceReason
      /** What the host said. */
      detail: string | null
      /** Null where xentrace was never started. */
      end: TracingEnd | null
    }

/** xentop prints no times: these are when its samples arrived, taken back to the host's clock. */
export interface XentopFacts {
  samples: number
  firstSampleAtHostSeconds: number
  lastSampleAtHostSeconds: number
  /** Of both times. */
  uncertaintySeconds: number
  /** Between samples on average: xentop sleeps for the asked interval and works besides. */
  intervalSeconds: number
  bytes: number
}

export interface RecordedDomain {
  id: number
  name: string
  uuid: string
  vCpus: number
  /** At the start; null under a scheduler without weights. */
  weight: number | null
  cap: number | null
}

/** A domain that was not the same at the end as at the start. When it changed is not known. */
export interface SeenChange {
  uuid: string
  name: string
  kind: 'weight' | 'cap' | 'started' | 'gone' | 'restarted'
  /** Weight, cap or domain id; null where there was none. */
  before: number | null
  after: number | null
}

export interface RecordingFacts {
  /** Since the epoch, on the host's clock. */
  startedAtHostSeconds: number
  /** From the first sample of xentop to the last one. */
  recordedSeconds: number
  clock: ClockOffset
  /** How far the offset moved until the end, beyond what round trips explain; 0 if it did not. */
  clockDriftSeconds: number
  hostName: string
  xenVersion: string
  pCpus: number
  /** Of the cpupool of Domain-0. */
  scheduler: { name: string; tsliceMs: number | null; ratelimitUs: number | null }
  domains: RecordedDomain[]
  changes: SeenChange[]
  xentop: XentopFacts
  /** Null where no trace was asked for. */
  trace: TraceFacts | null
}
