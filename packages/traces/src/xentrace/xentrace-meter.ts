import type { CpuMeter } from '../observations/cpu-meter.ts'

/** Exact to the cycle; any gap in it is one, however short. */
export const XENTRACE_METER: CpuMeter = {
  id: 'xentrace',
  rank: 0,
  watches: 'host',
  joinSeconds: 0,
  silentWhenIdle: false,
  measuresWaiting: true,
  finestWindowSeconds: 0.1,
}
