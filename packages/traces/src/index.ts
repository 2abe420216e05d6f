import type { Readable } from 'node:stream'
import type { Detection } from './detection.ts'
import type { MemberInfo } from './members/member.ts'
import type { ObservationBuilder } from './observations/observation-builder.ts'
import type { ReadOptions, SourceReport } from './source-report.ts'
import type { SourceSpec } from './source-spec.ts'
import { TraceError } from './trace-error.ts'

export type * from './detection.ts'
export { eachMember } from './members/each-member.ts'
export * from './members/member.ts'
export type * from './observation.ts'
export { type BuilderOptions, ObservationBuilder } from './observations/observation-builder.ts'
export type * from './source-report.ts'
export type * from './source-spec.ts'
export * from './trace-error.ts'

// Signatures first; the readers follow in the next commits.
const pending = (): never => {
  throw new TraceError('unreadable', 'This reader is not built yet.')
}
export function detectSource(_member: MemberInfo, _head: Buffer): Detection {
  return pending()
}
export async function readSource(
  _bytes: Readable,
  _spec: SourceSpec,
  _into: ObservationBuilder,
  _opts: ReadOptions = {},
): Promise<SourceReport> {
  return pending()
}

export interface Recording {
  description: string
  domains: { name: string; id: number; vcpus: number; weight: number }[]
  scheduler: { name: string; tsliceMs: number | null; ratelimitUs: number | null } | null
  phases: {
    startSeconds: number
    durationSeconds: number
    requestsPerSecond: Record<string, number>
  }[]
  weightChanges: { atSeconds: number; domain: string; weight: number }[]
  startEpochSeconds: number
  hostMinusClientSeconds: number
  xenmonStartEpochHostSeconds: number | null
  accessLogFormat: string | null
  accessEpochLogFormat: string | null
}
export function readRecording(_text: string): Recording {
  return pending()
}

export type Alignment =
  | {
      kind: 'found'
      startEpochSeconds: number
      correlation: number
      runnerUpCorrelation: number
    }
  | { kind: 'unknown'; reason: string; correlation: number; runnerUpCorrelation: number }
