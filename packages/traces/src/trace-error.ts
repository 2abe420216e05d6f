/** Position of a problem in the input. Every part is optional because not every input has lines. */
interface TraceErrorPlace {
  path?: string
  /** 1-based. */
  line?: number
  /** 1-based position in the line, or the name of a CSV column. */
  column?: number | string
  /** Offset in the file as sent (compressed bytes for a compressed file). */
  byte?: number
}

type TraceErrorCode =
  | 'aborted'
  | 'ambiguous-format'
  | 'bad-format'
  | 'bad-recording'
  | 'bad-spec'
  | 'damaged-archive'
  | 'damaged-gzip'
  | 'damaged-zstd'
  | 'damaged-trace'
  | 'empty'
  | 'encrypted-archive'
  | 'nested-archive'
  | 'not-as-declared'
  | 'ratio-limit'
  | 'too-many-domains'
  | 'too-many-members'
  | 'too-much-traced'
  | 'unpacked-limit'
  | 'unsafe-archive'
  | 'unsupported-compression'

/**
 * The only error that this package throws because of its input. It contains the problem, its place,
 * what was expected and a remedy.
 */
export class TraceError extends Error {
  override readonly name = 'TraceError'
  readonly code: TraceErrorCode
  readonly where: TraceErrorPlace
  readonly expected: string | undefined
  readonly fix: string | undefined

  constructor(
    code: TraceErrorCode,
    message: string,
    detail: { where?: TraceErrorPlace; expected?: string; fix?: string; cause?: unknown } = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.code = code
    this.where = detail.where ?? {}
    this.expected = detail.expected
    this.fix = detail.fix
  }
}
