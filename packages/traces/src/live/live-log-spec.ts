import type { AccessLogSpec } from '../access-log/access-log-spec.ts'
import type { RejectedLine } from '../source-report.ts'

/** How the lines of a log are to be read; all of them are of one domain. */
export type LiveLogSpec = Omit<AccessLogSpec, 'kind' | 'domainBy'>

export interface LogOpening {
  atEpochSeconds: number
  /** The clock of the log's stamps minus that of all other times. Default 0. */
  logMinusOursSeconds?: number
}

/** What became of the lines of a log since it was first opened. */
export interface LineCounts {
  accepted: number
  /** Said before, and said again after the log was opened again. */
  repeated: number
  /** Of requests that ended before the windows that are kept. */
  tooOld: number
  /** Among the accepted ones: of requests that ended in kept windows, but began before them. */
  beganTooEarly: number
  /** Of lines that are no requests, such as upgraded connections. */
  setAside: number
  rejected: number
  lastRejected: RejectedLine | null
  /** Why the log gives arrivals only; null while it has durations that measure something. */
  untimed: NoDurationsReason | null
}

/** `too-coarse`: the durations are whole seconds. */
export type NoDurationsReason = 'not-logged' | 'too-coarse'
