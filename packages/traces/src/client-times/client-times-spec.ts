import type { Subject } from '../observations/subject.ts'

export interface ClientTimesSpec {
  kind: 'client-times'
  domain: Subject
  /** Start of the request, since the epoch. */
  startColumn: string
  /** Default seconds. */
  startUnit?: DurationUnit
  responseColumn: string
  responseUnit: DurationUnit
  statusColumn?: string
  errorColumn?: string
  /** Added to a client time to give the host time. */
  hostMinusClientSeconds?: number
}

export type DurationUnit = 'us' | 'ms' | 's'
