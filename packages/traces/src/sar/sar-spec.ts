import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'
import type { DateOrder } from './banner.ts'

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

export interface SarSpec {
  kind: 'sar'
  domain: Subject
  dateOrder: DateOrder
  /** IANA zone of its dates and times. Default UTC. */
  timeZone?: string
  /** Host time of its first clock, if it was given instead of date and zone. */
  startEpochSeconds?: number
  /** What sadf made of it, with `-d`, `-j` or `-x`. Absent for tables, as sar and mpstat print them. */
  form?: SadfForm
  /** Of the guest, where the file does not say it. */
  vCpus?: number
}

export type SadfForm = 'csv' | 'json' | 'xml'
