import type { Trouble } from '@steelyard/contract'

/** The kind of failure, independent of HTTP. Only `http/problem.ts` maps it to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'gone'
  | 'locked'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unprocessable'
  | 'rate-limited'
  | 'unavailable'
  | 'internal'
  | 'insufficient-storage'

export interface InvalidParam {
  /** Dotted path such as `body.targets.0.responseTimeMs`. */
  name: string
  reason: string
}

interface AppErrorOptions {
  /** A stable kebab-case code, more exact than the kind: `plan-expired`. Defaults to the kind. */
  code?: string
  invalidParams?: InvalidParam[]
  retryAfterSeconds?: number
  /** Where it failed, what was expected and how to fix it, as shown in a resource or a job. */
  trouble?: Omit<Trouble, 'code' | 'message'>
  /** Goes to the log only and never leaves the process. */
  internal?: string
  cause?: unknown
}

/** The only error that use cases throw on purpose. `message` is public, for the operator. */
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

/** Also used for things that exist but that the caller may not see. */
export function notFound(noun: string): AppError {
  return new AppError('not-found', `There is no such ${noun}.`, { code: `${noun}-not-found` })
}

export function conflict(code: string, message: string): AppError {
  return new AppError('conflict', message, { code })
}

/** The request is well-formed but cannot be carried out. */
export function unprocessable(code: string, message: string): AppError {
  return new AppError('unprocessable', message, { code })
}

/** Refuses one input for a reason that a schema cannot express. */
export function invalid(name: string, reason: string): AppError {
  return refusal('unprocessable', [{ name, reason }])
}

/** @param kind `invalid` for what does not fit the schema, `unprocessable` for what does */
export function refusal(
  kind: 'invalid' | 'unprocessable',
  invalidParams: InvalidParam[],
): AppError {
  return new AppError(kind, 'The request is not valid.', { code: 'invalid', invalidParams })
}

/** An error as a resource or a job shows it. Details of unexpected errors go to the log only. */
export function toTrouble(error: unknown): Trouble {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, ...error.options.trouble }
  }
  return {
    code: 'internal',
    message: 'An unexpected error occurred. The server log has the details.',
  }
}
