import type { Subject } from '../observations/subject.ts'

export interface XenmonSpec {
  kind: 'xenmon'
  /** Host time at which the column `passed` is 0. */
  startEpochSeconds: number
  /** Domain id (decimal, '-1' is idle) -> domain; default '0' Domain-0, '-1' idle, 'N' domN. */
  domainNames?: Record<string, Subject>
  /** Sampling interval (`-i`); default the median step of `passed`. */
  intervalSeconds?: number
}
