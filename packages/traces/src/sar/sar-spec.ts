import type { Subject } from '../observations/subject.ts'
import type { DateOrder } from './banner.ts'

export interface SarSpec {
  kind: 'sar'
  domain: Subject
  dateOrder: DateOrder
  /** IANA zone of its dates and times; default UTC. */
  timeZone?: string
  /** Host time of its first clock, where that was said instead of date and zone. */
  startEpochSeconds?: number
}
