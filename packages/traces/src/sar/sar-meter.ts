import type { CpuMeter } from '../observations/cpu-meter.ts'

/**
 * The guest's kernel sees its own use to a hundredth of a per cent, but by its own ticks and
 * without Xen's work on its behalf, so every tool on the host takes precedence.
 */
export const SAR_METER: CpuMeter = {
  id: 'sar',
  rank: 4,
  watches: 'guest',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: true,
  finestWindowSeconds: 1,
}
