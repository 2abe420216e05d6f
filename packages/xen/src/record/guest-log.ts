import type { HostConnection } from '../remote-shell.ts'
import type { ClockOffset } from './recording-facts.ts'

/** How to reach a guest, and the log to follow in it. */
export interface GuestLogConnection extends HostConnection {
  /** Absolute and plain, such as `/var/log/apache2/access.log`. */
  path: string
}

export interface FollowOptions {
  /** 1..3600 */
  seconds: number
  sink(chunk: Buffer): void | Promise<void>
  maxBytes: number
  signal?: AbortSignal
  /** Ends it before its time, but properly: the recording of the host is over. */
  until?: AbortSignal
  /** First called when the log is being followed, with 0 bytes. */
  onProgress?(progress: { secondsDone: number; secondsTotal: number; bytes: number }): void
  /** Our clock, in seconds since the epoch. */
  nowSeconds?(): number
}

export interface GuestLogFacts {
  /** Since the epoch, on our clock. */
  startedAtSeconds: number
  recordedSeconds: number
  bytes: number
  /** The guest's clock beside ours; null where its forced command does not tell the time. */
  clock: ClockOffset | null
}
