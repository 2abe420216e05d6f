import type { Trouble } from '@steelyard/contract'

/** What went wrong, independent of HTTP; the edge alone maps it to a status (`http/problem.ts`). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unprocessable'
  | 'rate-limited'
  | 'unavailable'
  | 'internal'

export interface InvalidParam {
  /** Dotted path such as `body.targets.0.responseTimeMs`. */
  name: string
  reason: string
}

export interface AppErrorOptions {
  /** Stable, kebab-case, more exact than the kind: `plan-expired`. Defaults to the kind. */
  code?: string
  invalidParams?: InvalidParam[]
  retryAfterSeconds?: number
  /** Where, what was expected and how to mend it, for failures told inside a resource or a job. */
  trouble?: Omit<Trouble, 'code' | 'message'>
  /** For the log alone; never leaves the process. */
  internal?: string
  cause?: unknown
}

/** The one error use cases throw on purpose. `message` is public: write it for the operator. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly options: AppErrorOptions

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = options.code ?? kind
    this.options = options
  }
}

/** Also the answer for things that exist but are not the caller's to see. */
export function notFound(noun: string): AppError {
  return new AppError('not-found', `There is no such ${noun}.`, { code: `${noun}-not-found` })
}

export function conflict(code: string, message: string): AppError {
  return new AppError('conflict', message, { code })
}

/** Well-formed, but it cannot be done. */
export function unprocessable(code: string, message: string): AppError {
  return new AppError('unprocessable', message, { code })
}

/** One input was refused for a reason that a schema cannot tell. */
export function invalid(name: string, reason: string): AppError {
  return new AppError('invalid', 'The request is not valid.', { invalidParams: [{ name, reason }] })
}

/** An error as a resource or a job shows it. Unexpected errors stay generic: details go to the log. */
export function toTrouble(error: unknown): Trouble {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, ...error.options.trouble }
  }
  return {
    code: 'internal',
    message: 'An unexpected error occurred. The server log has the details.',
  }
}
