import type { Trouble } from '@steelyard/contract'
import { TraceError } from '@steelyard/traces'
import { AppError } from '../errors.ts'

/** Converts a fault of the input to the words of the API, with the name of a column if known. */
export function troubleOf(error: TraceError, path?: string): Trouble {
  const { line, column, byte } = error.where
  return {
    code: error.code,
    message: typeof column === 'string' ? `${error.message} (column ${column})` : error.message,
    where: {
      path: error.where.path ?? path,
      ...(line === undefined ? {} : { line }),
      ...(typeof column === 'number' ? { column } : {}),
      ...(byte === undefined ? {} : { byte }),
    },
    ...(error.expected === undefined ? {} : { expected: error.expected }),
    ...(error.fix === undefined ? {} : { fix: error.fix }),
  }
}

/** The failure of a job whose source cannot be read; other errors pass through. */
export function toAppError(error: unknown, path?: string): unknown {
  if (!(error instanceof TraceError) || error.code === 'aborted') return error
  const { code, message, ...trouble } = troubleOf(error, path)
  return new AppError('unprocessable', message, { code, trouble, cause: error })
}
