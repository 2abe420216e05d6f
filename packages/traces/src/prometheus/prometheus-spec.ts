import type { Subject } from '../observations/subject.ts'

export interface PrometheusSpec {
  kind: 'prometheus'
  domainNames?: Record<string, Subject>
  /** Only the beginning is there, which may hold a part of the first series. */
  isBeginning?: boolean
}
