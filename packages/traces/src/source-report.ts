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
  notes: string[]
}

export interface ReadProgress {
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
