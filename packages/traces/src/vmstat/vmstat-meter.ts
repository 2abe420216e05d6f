import type { CpuMeter } from '../observations/cpu-meter.ts'

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
