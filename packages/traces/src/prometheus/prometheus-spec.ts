import type { Subject } from '../observations/subject.ts'

export interface PrometheusSpec {
  kind: 'prometheus'
  domainNames?: Record<string, Subject>
}
