import type { Subject } from '../observations/subject.ts'

export interface XentopSpec {
  kind: 'xentop'
  /** Host time of the first sample (which itself is dropped: its CPU(%) is always 0). */
  startEpochSeconds: number
  /** The delay between samples (`-d`). */
  intervalSeconds: number
  /**
   * Maps a name as printed (cut to 10 characters without `-f`) to a domain; others keep the printed
   * name.
   */
  domainNames?: Record<string, Subject>
}
