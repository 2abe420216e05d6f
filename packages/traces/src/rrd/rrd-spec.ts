import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

/** XAPI's daemon asks Xen for the CPU time of every vCPU each 5 s, and not how long it waited. */
export const RRD_METER: CpuMeter = {
  id: 'rrd',
  rank: 3,
  watches: 'host',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: false,
  finestWindowSeconds: 1,
}

export type RrdForm = 'csv' | 'json' | 'xml'

export interface RrdSpec {
  kind: 'rrd'
  form: RrdForm
  /** The subject of each UUID found. */
  domainNames?: Record<string, Subject>
  /** Only the beginning is there, which may not hold all of the legend. */
  isBeginning?: boolean
}
