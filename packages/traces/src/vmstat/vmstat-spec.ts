import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

/** As sar, from the same counters of the guest's kernel, but rounded to whole per cents. */
export const VMSTAT_METER: CpuMeter = {
  id: 'vmstat',
  rank: 5,
  watches: 'guest',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: true,
  finestWindowSeconds: 1,
}

export interface VmstatSpec {
  kind: 'vmstat'
  domain: Subject
  /** Whether each row ends with a stamp, as with `-t`. */
  isStamped: boolean
  /** IANA zone of stamps whose heading does not say it. Default UTC. */
  timeZone?: string
  /** Host time of the first row, where the rows have no stamps or the operator names it. */
  startEpochSeconds?: number
  /** Between two rows without stamps. */
  intervalSeconds?: number
  vCpus?: number
}
