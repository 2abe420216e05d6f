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

/** One open connection to one host. It runs allow-listed commands and nothing else. */
export interface RemoteShell {
  /** The exact text that `run` would send for this command. */
  commandLine(command: HostCommand): string
  /** Rejects with HostError; a non-zero exit code is an answer, not an error. */
  run(command: HostCommand, options?: RunOptions): Promise<CommandAnswer>
  close(): Promise<void>
}
