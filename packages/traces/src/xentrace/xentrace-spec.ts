import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

/** It is exact to the cycle; every gap counts, however short. */
export const XENTRACE_METER: CpuMeter = {
  id: 'xentrace',
  rank: 0,
  watches: 'host',
  joinSeconds: 0,
  coversAbsent: true,
  silentWhenIdle: false,
  measuresWaiting: true,
  finestWindowSeconds: 0.1,
}

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
