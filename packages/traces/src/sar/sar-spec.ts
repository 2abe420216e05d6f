import type { Subject } from '../observations/subject.ts'
import type { DateOrder } from './banner.ts'

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
