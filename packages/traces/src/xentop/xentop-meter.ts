import type { CpuMeter } from '../observations/cpu-meter.ts'

/** It prints tenths of a per cent. */
export const XENTOP_METER: CpuMeter = {
  id: 'xentop',
  rank: 2,
  watches: 'host',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: false,
  finestWindowSeconds: 1,
}
