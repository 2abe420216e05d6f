import type { RemoteShell } from '../remote-shell.ts'
import type { RecordedFiles } from './recorded-files.ts'

/** The common input of both streams of a recording. */
export interface StreamTask {
  shell: RemoteShell
  files: RecordedFiles
  seconds: number
  maxBytes: number
  signal: AbortSignal
  nowSeconds: () => number
}
