import type { CpuMeter } from '../observations/cpu-meter.ts'

/** Prints tenths of a per cent. */
export const XENTOP_METER: CpuMeter = {
  id: 'xentop',
  rank: 2,
  watches: 'host',
  joinSeconds: 2,
  silentWhenIdle: false,
  measuresWaiting: false,
  finestWindowSeconds: 1,
}
