import type { Subject } from '../observations/subject.ts'

export interface VirtTopSpec {
  kind: 'virt-top'
  /** Host time of the first line, which has a time of day and no date. */
  startEpochSeconds: number
  domainNames?: Record<string, Subject>
}
