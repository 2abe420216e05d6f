import type { Readable, Writable } from 'node:stream'

/** Where a command reads and writes: those of the process, or those of a test. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: Readable & { isTTY?: boolean }
  readonly output: Writable
  /** For progress, questions and errors, so that the output stays fit for other programs. */
  readonly errors: Writable & { isTTY?: boolean }
}
