import type { HostCommand } from './host-command.ts'
import type { WeightStore } from './weight-store.ts'

export interface CommandAnswer {
  exitCode: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  timeoutMs?: number
  signal?: AbortSignal
}

export interface StreamOptions {
  /** Receives one chunk at a time. Until it is done nothing more is fetched, and the host waits. */
  sink(chunk: Buffer): void | Promise<void>
  /** Limit for the whole command. */
  timeoutMs: number
  /**
   * More output than this ends the command; the chunk that exceeds the limit does not reach the
   * sink.
   */
  maxBytes: number
  signal?: AbortSignal
}

export interface StreamEnd {
  exitCode: number
  /** Only its beginning if it is long. */
  stderr: string
  /** Bytes of standard output. */
  bytes: number
}

/** One open connection to one host. It runs allow-listed commands and nothing else. */
export interface RemoteShell {
  /** Where the weights of its guests are kept as well; left out where nowhere. */
  readonly store?: WeightStore
  /** The exact text that `run` would send for this command. */
  commandLine(command: HostCommand): string
  /** Rejects with HostError; a non-zero exit code is an answer, not an error. */
  run(command: HostCommand, options?: RunOptions): Promise<CommandAnswer>
  /**
   * Passes on a command's output as it arrives, and keeps none of it. A stop (by signal, time, size
   * or a failing sink) closes only its channel: the connection stays usable, and the program on the
   * host finds a closed pipe at its next write. The caller has to find out whether it has ended by
   * then. Rejects with HostError, or with the sink's own error.
   */
  stream(command: HostCommand, options: StreamOptions): Promise<StreamEnd>
  close(): Promise<void>
}
