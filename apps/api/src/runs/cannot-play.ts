import { TwinError } from '@steelyard/simulator'
import { unprocessable } from '../errors.ts'

/**
 * For whatever playing throws.
 * @throws AppError `twin-cannot-play` when that is about the host; else what it was given
 */
export function cannotPlay(error: unknown): never {
  if (!(error instanceof TwinError) || error.code === 'stopped') throw error
  throw unprocessable('twin-cannot-play', `The twin cannot play this: ${error.message}`)
}
