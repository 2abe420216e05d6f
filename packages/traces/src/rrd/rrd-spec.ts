import type { Subject } from '../observations/subject.ts'

export type RrdForm = 'csv' | 'json' | 'xml'

export interface RrdSpec {
  kind: 'rrd'
  form: RrdForm
  /** The subject of each UUID found. */
  domainNames?: Record<string, Subject>
  /** Only the beginning is there, which may not hold all of the legend. */
  isBeginning?: boolean
}
