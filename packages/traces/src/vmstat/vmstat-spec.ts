import type { Subject } from '../observations/subject.ts'

export interface VmstatSpec {
  kind: 'vmstat'
  domain: Subject
  /** Whether each row ends with a stamp, as with `-t`. */
  isStamped: boolean
  /** IANA zone of stamps whose heading does not say it. Default UTC. */
  timeZone?: string
  /** Host time of the first row, where the rows have no stamps or the operator names it. */
  startEpochSeconds?: number
  /** Between two rows without stamps. */
  intervalSeconds?: number
  vCpus?: number
}
