import { type AppError, unprocessable } from '../errors.ts'

/** The refusal of a part that begins after the end of its trace. */
export function nothingInPart(lengthSeconds: number, fromSeconds: number): AppError {
  return unprocessable(
    'nothing-in-part',
    `The trace is ${lengthSeconds.toFixed(1)} s long and has nothing after ${fromSeconds} s. Ask for an earlier part.`,
  )
}
