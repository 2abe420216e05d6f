import type { HostCalibration } from '@steelyard/model'
import type { HostFacts } from '../known-host/host-facts.ts'
import type { Guest } from '../recorded/guests.ts'
import type { RecordedHost, Window } from '../recorded/recorded-host.ts'
import type { DomainTarget } from '../settings.ts'
import type { Finding } from './finding.ts'

/** What the operator should know about a source that was read. */
interface ReadSource {
  path: string
  lines: number
  rejected: number
  /** Whether nothing was taken from it, although it was understood; the first note says so. */
  gaveNothing: boolean
  notes: readonly string[]
}

export interface QualityInput {
  host: RecordedHost
  windows: readonly Window[]
  rangeWindows: readonly Window[]
  guests: readonly Guest[]
  calibration: HostCalibration
  targets: readonly DomainTarget[]
  sources: readonly ReadSource[]
  /** Notes from recognising and reading the sources, such as an estimated clock. */
  notes: readonly string[]
  facts: HostFacts
}

export type QualityCheck = (input: QualityInput) => Finding[]
