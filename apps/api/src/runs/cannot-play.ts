import { TwinError } from '@steelyard/simulator'
import { unprocessable } from '../errors.ts'

/**
 * Converts an error of the twin.
 * @throws AppError `twin-cannot-play` if the error is about the host; otherwise the given error
 */
export function cannotPlay(error: unknown): never {
  if (!(error instanceof TwinError) || error.code === 'stopped') throw error
  throw unprocessable('twin-cannot-play', `This cannot be simulated: ${error.message}`)
}
