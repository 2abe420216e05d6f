import type { Trouble } from '@steelyard/contract'
import { TraceError } from '@steelyard/traces'
import { AppError } from '../../errors.ts'

/**
 * Converts a fault of the input to the words of the API. The text includes a column's name if it
 * has one.
 */
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

/**
 * Converts the error of a source that cannot be read to the job's failure; other errors pass
 * through.
 */
export function toAppError(error: unknown, path?: string): unknown {
  if (!(error instanceof TraceError) || error.code === 'aborted') return error
  const { code, message, ...trouble } = troubleOf(error, path)
  return new AppError('unprocessable', message, { code, trouble, cause: error })
}
