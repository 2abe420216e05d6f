import type { HostConnection } from '../ssh/host-connection.ts'
import type { ClockOffset } from './recording-facts.ts'

/** The connection to a guest, and the log to follow in it. */
export interface GuestLogConnection extends HostConnection {
  /** Absolute and plain, such as `/var/log/apache2/access.log`. */
  path: string
}

export interface FollowOptions {
  /** 1 to 3600. */
  seconds: number
  sink(chunk: Buffer): void | Promise<void>
  maxBytes: number
  /**
   * How many lines to begin with that the log holds already; none by default. A key installed with
   * an earlier forced command begins with none.
   */
  linesAgain?: number
  /** Called once, before the first lines, with the guest's clock if its answer showed one. */
  onOpen?(opening: { atSeconds: number; clock: ClockOffset | null }): void
  signal?: AbortSignal
  /** Ends it early but properly, when the recording of the host is over. */
  until?: AbortSignal
  /** First called with 0 bytes, as soon as the log is being followed. */
  onProgress?(progress: { secondsDone: number; secondsTotal: number; bytes: number }): void
  /** Our clock, in seconds since the epoch. */
  nowSeconds?(): number
}

export interface GuestLogFacts {
  /** Seconds since the epoch, on our clock. */
  startedAtSeconds: number
  recordedSeconds: number
  bytes: number
  /** The guest's clock relative to ours. Null when its forced command does not print the time. */
  clock: ClockOffset | null
}
