import type { CpuMeter } from '../observations/cpu-meter.ts'

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
