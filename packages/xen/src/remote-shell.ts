import type { HostCommand } from './host-command.ts'

/** How to reach a host, with the key that it must present. */
export interface HostConnection {
  address: string
  port: number
  username: string
  /** OpenSSH private key, in the clear; never logged, never part of an error. */
  privateKey: string
  /** `SHA256:` and the unpadded base64 digest, as `ssh-keygen -l` prints it. */
  hostKeyFingerprint: string
}

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
  /** Takes one chunk at a time. While it is not done nothing more is fetched: the host waits. */
  sink(chunk: Buffer): void | Promise<void>
  /** For the whole command. */
  timeoutMs: number
  /** More output than this ends it; the chunk that exceeds it does not reach the sink. */
  maxBytes: number
  signal?: AbortSignal
}

export interface StreamEnd {
  exitCode: number
  /** Its beginning, where it is long. */
  stderr: string
  /** Of standard output. */
  bytes: number
}

/** One open connection to one host. It runs allow-listed commands and nothing else. */
export interface RemoteShell {
  /** The exact text that `run` would send for this command. */
  commandLine(command: HostCommand): string
  /** Rejects with HostError; a non-zero exit code is an answer, not an error. */
  run(command: HostCommand, options?: RunOptions): Promise<CommandAnswer>
  /**
   * Passes on what a command prints, as it comes, and keeps none of it. Where it is stopped (signal,
   * time, size, failing sink) only its channel is closed: the connection stays usable, and the
   * program on the host meets a closed pipe when it next writes. Whether it has ended by then is
   * for the caller to find out.
   * Rejects with HostError, or with what the sink threw.
   */
  stream(command: HostCommand, options: StreamOptions): Promise<StreamEnd>
  close(): Promise<void>
}
