import type { Writable } from 'node:stream'
import type { RemoteShell } from '../remote-shell.ts'
import type { RecordedFile, RecordingProgress, TracingEnd } from './recording-facts.ts'

export interface RecordOptions {
  /** 1..3600 */
  seconds: number
  /** Between samples of xentop, 1..60. */
  intervalSeconds: number
  /** Whether to record the scheduler's events with xentrace too. */
  trace: boolean
  /** Opened once for each file, when its first byte is there. Ended here, destroyed on failure. */
  files(name: RecordedFile): Writable
  signal?: AbortSignal
  onProgress?(progress: RecordingProgress): void
  /** Called once after every trace, also when the recording fails: how tracing was left. */
  onTracingEnd?(end: TracingEnd): void
  /** A connection for tidying up after the first one was lost. Without it tracing may stay on. */
  reconnect?(): Promise<RemoteShell>
  /** Default 256 MiB. */
  maxXentopBytes?: number
  /** Default 2 GiB. */
  maxTraceBytes?: number
  /** Our clock, in seconds since the epoch. */
  nowSeconds?(): number
}
