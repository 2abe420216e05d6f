/**
 * Lines of an access log that are no request as a queue knows it.
 * `upgraded`: a connection that became something else (WebSocket, CONNECT) and lasted as long as it was
 * used. `no-request`: a connection on which none came. `own-talk`: the server's own, to wake its
 * processes. `abandoned`: the client went away, so the time says how long it had patience.
 */
export type SetAside = 'upgraded' | 'no-request' | 'own-talk' | 'abandoned'

export interface RejectedLine {
  /** 1-based. */
  line: number
  column?: number | string
  /** Control characters escaped, at most 200 characters. */
  excerpt: string
  reason: string
  expected: string
}

export interface SourceReport {
  path: string
  lines: number
  accepted: number
  rejected: number
  /** The first ten rejected lines. */
  examples: RejectedLine[]
  firstAtEpochSeconds?: number
  lastAtEpochSeconds?: number
  domains: string[]
  /**
   * Requests, and how many of them came on a connection that was open already; absent where the
   * source does not say.
   */
  connections?: { requests: number; reused: number }
  /** How many lines are no requests and were left out, by what they are. */
  setAside?: Partial<Record<SetAside, number>>
  notes: string[]
}

interface ReadProgress {
  bytes: number
  lines: number
  rejected: number
}

export interface ReadOptions {
  /** Path for the report and for errors. */
  path?: string
  /** Longer lines are rejected without being kept. Default 64 KiB. */
  maxLineBytes?: number
  /** Called about every `progressEveryLines` lines (default 50 000) and once at the end. */
  onProgress?: (progress: ReadProgress) => void
  progressEveryLines?: number
  signal?: AbortSignal
  /** Times more than a day after this are rejected. Default is the current time. */
  now?: Date
  /** For clock alignment: the trace's clock starts at an unknown time, so any time is accepted. */
  relativeTime?: boolean
}
