import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

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

export interface PrometheusSpec {
  kind: 'prometheus'
  domainNames?: Record<string, Subject>
  /** Only the beginning is there, which may hold a part of the first series. */
  isBeginning?: boolean
}
