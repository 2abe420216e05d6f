import type { Subject } from '../observations/subject.ts'

export type LoadTestTool =
  | 'k6-csv'
  | 'k6-json'
  | 'hey'
  | 'vegeta-csv'
  | 'vegeta-json'
  | 'ab'
  | 'jmeter'

export interface LoadTestSpec {
  kind: 'load-test'
  tool: LoadTestTool
  domain: Subject
  /** IANA zone of stamps that say none. Default UTC. */
  timeZone?: string
  /** Host time at which a run began whose file has offsets only. */
  startEpochSeconds?: number
  /** Added to a client time to give the host time. */
  hostMinusClientSeconds?: number
}
