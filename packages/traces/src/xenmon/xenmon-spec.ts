import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

/** It counts nanoseconds, but samples them. */
export const XENMON_METER: CpuMeter = {
  id: 'xenmon',
  rank: 1,
  watches: 'host',
  joinSeconds: 2,
  coversAbsent: true,
  silentWhenIdle: true,
  measuresWaiting: true,
  finestWindowSeconds: 1,
}

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
