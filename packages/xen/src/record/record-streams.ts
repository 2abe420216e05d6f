import type { RemoteShell } from '../remote-shell.ts'
import type { ClockReading } from './clock.ts'
import { preciseNow } from './precise-now.ts'
import type { RecordOptions } from './record-options.ts'
import { recordXentop } from './record-xentop.ts'
import type { RecordedFiles } from './recorded-files.ts'
import type { TraceFacts, XentopFacts } from './recording-facts.ts'
import { TraceRecording } from './trace-recording.ts'

const MEBIBYTE = 1024 * 1024
const PROGRESS_MS = 1_000
/**
 * After contact is lost, the host may hold the dead connection, and xentrace with it, for this
 * long.
 */
const MAX_WAIT_SECONDS = 150
const MARGIN_SECONDS = 15

interface Streams {
  startedAtHostSeconds: number
  xentop: XentopFacts
  trace: TraceFacts | null
}

/**
 * Runs xentop and, if requested and possible, xentrace at the same time. It tries to switch tracing
 * off again, whatever happens.
 *
 * @param tscHz frequency of the time stamps of a trace
 */
export async function recordStreams(
  shell: RemoteShell,
  options: RecordOptions,
  files: RecordedFiles,
  { clock, tscHz }: { clock: ClockReading; tscHz: number | null },
): Promise<Streams> {
  const { seconds, intervalSeconds, signal, nowSeconds = preciseNow } = options
  const { maxXentopBytes = 256 * MEBIBYTE, maxTraceBytes = 2048 * MEBIBYTE } = options
  const trace = options.trace ? new TraceRecording() : null
  await trace?.prepare(shell)
  const startedAt = nowSeconds()
  const elapsed = () => nowSeconds() - startedAt
  const task = { shell, files, seconds, nowSeconds }
  const stopReporting = reportProgress(options, files, elapsed)
  const both = sideBySide(
    (either) =>
      recordXentop({ ...task, signal: either, maxBytes: maxXentopBytes }, intervalSeconds, clock),
    async (either) => trace?.record({ ...task, signal: either, maxBytes: maxTraceBytes }),
    signal,
  ).finally(async () => {
    stopReporting()
    const left = Math.max(0, seconds - elapsed()) + MARGIN_SECONDS
    await trace?.tidyUp(shell, options, Math.min(left, MAX_WAIT_SECONDS))
  })
  const [xentop] = await both
  const startedAtHostSeconds = startedAt + clock.hostMinusOursSeconds
  const times = { askedAtHostSeconds: startedAtHostSeconds, tscHz }
  return { startedAtHostSeconds, xentop, trace: trace?.facts(times) ?? null }
}

/** Reports at once, then every second. */
function reportProgress(
  { seconds, onProgress }: RecordOptions,
  files: RecordedFiles,
  elapsed: () => number,
): () => void {
  const report = () =>
    onProgress?.({
      secondsDone: Math.min(seconds, elapsed()),
      secondsTotal: seconds,
      bytes: files.bytes,
    })
  report()
  const timer = setInterval(report, PROGRESS_MS)
  return () => {
    clearInterval(timer)
    report()
  }
}

/**
 * Runs two tasks that are worthless without each other: when one fails, the other is stopped and
 * awaited, and the first failure is thrown.
 */
async function sideBySide<A, B>(
  one: (signal: AbortSignal) => Promise<A>,
  other: (signal: AbortSignal) => Promise<B>,
  signal: AbortSignal | undefined,
): Promise<[A, B]> {
  const stop = new AbortController()
  const either = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal])
  let failure: { error: unknown } | undefined
  const watched = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    try {
      return await run(either)
    } catch (error) {
      failure ??= { error }
      stop.abort()
      return undefined
    }
  }
  const results = await Promise.all([watched(one), watched(other)])
  if (failure) throw failure.error
  return results as [A, B]
}
