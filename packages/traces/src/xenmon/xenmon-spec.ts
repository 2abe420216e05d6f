import type { Subject } from '../observations/subject.ts'

export interface XenmonSpec {
  kind: 'xenmon'
  /** Host time at which the column `passed` is 0. */
  startEpochSeconds: number
  /**
   * Maps a domain id (decimal, '-1' is idle) to a domain. Default '0' Domain-0, '-1' idle, 'N'
   * domN.
   */
  domainNames?: Record<string, Subject>
  /** Sampling interval (`-i`). Default is the median step of `passed`. */
  intervalSeconds?: number
}
