import type { Writable } from 'node:stream'
import type { RemoteShell } from '../remote-shell.ts'
import type { RecordedFile, RecordingProgress, TracingEnd } from './recording-facts.ts'

export interface RecordOptions {
  /** 1 to 3600. */
  seconds: number
  /** Seconds between samples of xentop, 1 to 60. */
  intervalSeconds: number
  /** Whether to record the scheduler's events with xentrace too. */
  trace: boolean
  /**
   * Opened once per file, when its first byte arrives. The recording ends it, and destroys it on
   * failure.
   */
  files(name: RecordedFile): Writable
  signal?: AbortSignal
  onProgress?(progress: RecordingProgress): void
  /**
   * Called once after every trace, even when the recording fails, with the final state of tracing.
   */
  onTracingEnd?(end: TracingEnd): void
  /**
   * Opens a connection for cleaning up after the first one was lost. Without it tracing may stay
   * on.
   */
  reconnect?(): Promise<RemoteShell>
  /** Default 256 MiB. */
  maxXentopBytes?: number
  /** Default 2 GiB. */
  maxTraceBytes?: number
  /** Our clock, in seconds since the epoch. */
  nowSeconds?(): number
}
