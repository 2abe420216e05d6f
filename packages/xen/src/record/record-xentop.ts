import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { ClockReading } from './clock.ts'
import type { XentopFacts } from './recording-facts.ts'
import { SampleSplitter } from './sample-splitter.ts'
import type { StreamTask } from './stream-task.ts'

/** A silence longer than an interval plus this ends the recording. */
const PATIENCE_SECONDS = 60

/**
 * Records samples of xentop into `xentop.txt`, whole ones only. xentop ends by itself (-i), or is
 * abandoned after the time is over: on a slow host each sample takes longer than its interval.
 *
 * @throws HostError, or the error of a file
 */
export async function recordXentop(
  { shell, files, seconds, maxBytes, signal, nowSeconds }: StreamTask,
  intervalSeconds: number,
  clock: ClockReading,
): Promise<XentopFacts> {
  const splitter = new SampleSplitter()
  const enough = new AbortController()
  const samples = Math.floor(seconds / intervalSeconds) + 1
  const command = { verb: 'xentop', intervalSeconds, samples } as const
  const isOver = () => splitter.first !== null && splitter.last! - splitter.first >= seconds
  let bytes = 0
  const end = await shell
    .stream(command, {
      async sink(chunk) {
        const { keep, ended } = splitter.push(chunk, nowSeconds(), isOver)
        await files.write('xentop.txt', keep)
        bytes += keep.length
        if (ended) enough.abort()
      },
      timeoutMs: (2 * seconds + intervalSeconds + PATIENCE_SECONDS) * 1000,
      maxBytes,
      signal: AbortSignal.any([signal, enough.signal]),
    })
    .catch((error: unknown) => {
      if (enough.signal.aborted && !signal.aborted) return null
      throw error
    })
  if (end) expectSuccess({ ...end, stdout: '' }, shell.commandLine(command))
  return { ...timesOf(splitter, clock), bytes }
}

/** A line that arrives now was printed between one round trip ago and now. */
function timesOf(
  { first, last, samples }: SampleSplitter,
  { hostMinusOursSeconds, uncertaintySeconds, roundTripSeconds }: ClockReading,
): Omit<XentopFacts, 'bytes'> {
  if (first === null || last === null || samples < 2) {
    throw new HostError('unexpected-answer', 'xentop ended before its second sample.')
  }
  const onHost = (arrivedAt: number) => arrivedAt - roundTripSeconds / 2 + hostMinusOursSeconds
  return {
    samples,
    firstSampleAtHostSeconds: onHost(first),
    lastSampleAtHostSeconds: onHost(last),
    uncertaintySeconds: uncertaintySeconds + roundTripSeconds / 2,
    intervalSeconds: (last - first) / (samples - 1),
  }
}
