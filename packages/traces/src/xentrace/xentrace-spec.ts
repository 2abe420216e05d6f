import type { Subject } from '../observations/subject.ts'

export interface XentraceSpec {
  kind: 'xentrace'
  /** Host time of the first record. */
  startEpochSeconds: number
  /** Cycles per second of the trace's clock (TSC). */
  tscHz: number
  /**
   * Maps a domain id (decimal, '-1' is idle) to a domain. Default '0' Domain-0, '-1' idle, 'N'
   * domN.
   */
  domainNames?: Record<string, Subject>
}
