import type { CpuMeter } from '../observations/cpu-meter.ts'

/** What exporters scraped, mostly each 15 s or more, and mostly as seen inside the guests. */
export const PROMETHEUS_METER: CpuMeter = {
  id: 'prometheus',
  rank: 6,
  watches: 'guest',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: true,
  finestWindowSeconds: 1,
}
