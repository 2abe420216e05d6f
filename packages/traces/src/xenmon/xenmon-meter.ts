import type { CpuMeter } from '../observations/cpu-meter.ts'

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
