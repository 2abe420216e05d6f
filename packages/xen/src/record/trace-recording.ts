import { isNotInstalled, isRefused } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { RemoteShell, StreamEnd } from '../remote-shell.ts'
import { endTracingAgain } from './end-tracing.ts'
import type { RecordOptions } from './record-options.ts'
import type { NoTraceReason, TraceFacts, TracingEnd } from './recording-facts.ts'
import type { StreamTask } from './stream-task.ts'
import { someoneReadsTrace } from './trace-readers.ts'

type Outcome =
  | { recorded: true; bytes: number }
  | { recorded: false; reason: NoTraceReason; detail: string | null }

/** How long xentrace may take to start and to deliver its last records. */
const PATIENCE_SECONDS = 60

/**
 * Records the scheduler's events into `xentrace.bin`. A host that cannot do so is an outcome, not
 * an error. Once xentrace may have run, `tidyUp` switches tracing off.
 */
export class TraceRecording {
  #outcome: Outcome | null = null
  #end: TracingEnd | null = null
  #mayBeOn = false

  /** @throws HostError when contact is lost */
  async prepare(shell: RemoteShell): Promise<void> {
    try {
      if (await someoneReadsTrace(shell)) {
        this.#outcome = without('busy', 'Another program reads the trace buffer of this host.')
      }
    } catch (error) {
      this.#outcome = outcomeOfError(error)
    }
  }

  /**
   * @throws HostError when contact is lost or the recording is cancelled, or the error of a file
   */
  async record({ shell, files, seconds, maxBytes, signal }: StreamTask): Promise<void> {
    if (this.#outcome) return
    this.#mayBeOn = true
    try {
      const end = await shell.stream(
        { verb: 'xentrace', seconds },
        {
          sink: (chunk) => files.write('xentrace.bin', chunk),
          timeoutMs: (seconds + PATIENCE_SECONDS) * 1000,
          maxBytes,
          signal,
        },
      )
      this.#outcome = outcomeOf(end)
      this.#mayBeOn = !neverRan(this.#outcome)
    } catch (error) {
      this.#outcome = outcomeOfError(error)
    }
  }

  async tidyUp(
    shell: RemoteShell,
    { reconnect, onTracingEnd }: RecordOptions,
    waitSeconds: number,
  ): Promise<void> {
    if (!this.#mayBeOn) return
    this.#end = await endTracingAgain(shell, reconnect, waitSeconds)
    onTracingEnd?.(this.#end)
  }

  facts(times: { askedAtHostSeconds: number; tscHz: number | null }): TraceFacts | null {
    if (!this.#outcome?.recorded) return this.#outcome && { ...this.#outcome, end: this.#end }
    return { ...this.#outcome, ...times, end: this.#end! }
  }
}

function outcomeOf({ exitCode, stderr, bytes }: StreamEnd): Outcome {
  const answer = { exitCode, stderr: stderr.trim() }
  if (exitCode === 0 && bytes > 0) return { recorded: true, bytes }
  if (isNotInstalled(answer)) return without('not-installed', answer.stderr)
  if (isRefused(answer)) return without('not-permitted', answer.stderr)
  return without('failed', answer.stderr || `exit code ${exitCode}, ${bytes} bytes`)
}

function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof HostError)) throw error
  const { code, message, detail } = error
  if (code === 'too-large') return without('too-large', message)
  // A stream that times out leaves the connection usable.
  if (code === 'command-failed' || code === 'timeout') return without('failed', detail ?? message)
  throw error
}

function without(reason: NoTraceReason, detail: string | null): Outcome {
  return { recorded: false, reason, detail }
}

function neverRan(outcome: Outcome): boolean {
  return !outcome.recorded && ['not-installed', 'not-permitted'].includes(outcome.reason)
}
