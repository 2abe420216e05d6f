import type { HostFacts, Reason, SlaTarget } from '@steelyard/contract'
import type { HostCalibration } from '@steelyard/model'
import type { Guest } from '../recorded/guests.ts'
import type { RecordedHost, Window } from '../recorded/recorded-host.ts'

/** Of a source that was read: what the operator should know of it. */
export interface ReadSource {
  path: string
  lines: number
  rejected: number
  notes: readonly string[]
}

export interface QualityInput {
  host: RecordedHost
  windows: readonly Window[]
  rangeWindows: readonly Window[]
  guests: readonly Guest[]
  calibration: HostCalibration
  targets: readonly SlaTarget[]
  sources: readonly ReadSource[]
  /** Said while the sources were recognised and read, such as an estimated clock. */
  notes: readonly string[]
  facts: HostFacts
}

export type Check = (input: QualityInput) => Reason[]

export function reason(severity: Reason['severity'], code: string, text: string): Reason {
  return { code, text, severity }
}

export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}
