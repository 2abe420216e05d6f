import type { RemoteShell } from '../remote-shell.ts'
import type { RecordedFiles } from './recorded-files.ts'

/** What both streams of a recording are given. */
export interface StreamTask {
  shell: RemoteShell
  files: RecordedFiles
  seconds: number
  maxBytes: number
  signal: AbortSignal
  nowSeconds: () => number
}
