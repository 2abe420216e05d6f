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
  /** The first ten. */
  examples: RejectedLine[]
  firstAtEpochSeconds?: number
  lastAtEpochSeconds?: number
  domains: string[]
  notes: string[]
}

export interface ReadProgress {
  bytes: number
  lines: number
  rejected: number
}

export interface ReadOptions {
  /** Named in the report and in errors. */
  path?: string
  /** Longer lines are rejected without being kept; default 64 KiB. */
  maxLineBytes?: number
  /** Called about every `progressEveryLines` lines (default 50 000) and once at the end. */
  onProgress?: (progress: ReadProgress) => void
  progressEveryLines?: number
  signal?: AbortSignal
  /** Times later than a day after this are rejected; default the real time. */
  now?: Date
  /** For clock alignment: the trace's clock starts at an unknown time, take any. */
  relativeTime?: boolean
}
