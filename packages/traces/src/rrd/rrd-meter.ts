import type { CpuMeter } from '../observations/cpu-meter.ts'

/** XAPI's daemon asks Xen for the CPU time of every vCPU each 5 s, and not how long it waited. */
export const RRD_METER: CpuMeter = {
  id: 'rrd',
  rank: 3,
  watches: 'host',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: false,
  finestWindowSeconds: 1,
}
