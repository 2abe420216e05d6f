import { type AppError, unprocessable } from '../errors.ts'

/**
 * The refusal of a part in which no vCPU was seen: it begins after the end of its trace, or all vCPUs
 * slept, or their records were lost.
 *
 * @param readToSeconds how much of the trace was read; all of it where the part begins after its end
 */
export function nothingInPart(readToSeconds: number, fromSeconds: number): AppError {
  return unprocessable(
    'nothing-in-part',
    readToSeconds > fromSeconds
      ? `No vCPU was seen to run or wait between ${fromSeconds} s and ${readToSeconds.toFixed(1)} s of the trace. Ask for another part.`
      : `The trace is ${readToSeconds.toFixed(1)} s long and has nothing after ${fromSeconds} s. Ask for an earlier part.`,
  )
}
