import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

/** From the same counters as xentop, through libvirt, with times in whole seconds. */
export const VIRT_TOP_METER: CpuMeter = {
  id: 'virt-top',
  rank: 2.5,
  watches: 'host',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: false,
  finestWindowSeconds: 1,
}

export interface VirtTopSpec {
  kind: 'virt-top'
  /** Host time of the first line, which has a time of day and no date. */
  startEpochSeconds: number
  domainNames?: Record<string, Subject>
}
