import { type FactOrigin, SourceQuestion, SourceSettings, Trouble } from '@steelyard/contract'
import type { Detection, XentraceFacts } from '@steelyard/traces'
import type { XlOutput } from '@steelyard/xen'
import { Prisma } from '../db.ts'
import type { SourceModel } from '../generated/prisma/models.ts'
import { detected, domainMatches, sourceFacts, xlOutput } from './stored-source.ts'

/** What is known of a source: the findings, the operator's answers, and the open questions. */
export interface SourceState {
  /** Null when the source was refused before it could be recognised. */
  detection: Detection | null
  title: string
  settings: SourceSettings
  domains: DomainMatch[]
  questions: SourceQuestion[]
  warnings: string[]
  /** Why the product left the source out by itself, shown as long as it is out. Null otherwise. */
  leftOut: string | null
  trouble: Trouble | null
  /** True when the operator included it or left it out; false when the product chose. */
  includedSaid: boolean
  /** Facts about the source that later decisions need and that take a reading to find out. */
  facts: SourceFacts
  /** What saved xl output says about the host. Null for other sources. */
  xlOutput: XlOutput | null
}

export interface DomainMatch {
  found: string
  domain: string | null
  /** True when the operator answered. A null domain then means "leave it out". */
  said?: boolean
  /** The origin of a suggested domain, where the operator has not answered. */
  origin?: FactOrigin
}

export interface SourceFacts {
  contentKey: string | null
  modifiedAtEpochSeconds: number | null
  /** The first time stamp in the first lines, read with the current spec. Null when unknown. */
  firstAtEpochSeconds: number | null
  /** The length of a trace without a clock. Null when unknown. */
  lengthSeconds: number | null
  /** The start that the CPU pattern of a trace without a clock suggests. Null without one. */
  aligned: { startEpochSeconds: number; correlation: number } | null
  /** The last lines of a log that is longer than its beginning, in base64. Absent for others. */
  end?: string
  /** What a whole xentrace recording shows about itself. Null for other sources. */
  trace: XentraceFacts | null
}

export const nothingSaid: SourceSettings = {
  logFormat: null,
  durationUnit: null,
  startedAt: null,
  intervalSeconds: null,
  tscHz: null,
  byVirtualHost: null,
  everyLine: null,
  timeZone: null,
  vCpus: null,
}

export const noFacts: SourceFacts = {
  contentKey: null,
  modifiedAtEpochSeconds: null,
  firstAtEpochSeconds: null,
  lengthSeconds: null,
  aligned: null,
  trace: null,
}

export function stateOf(row: SourceModel): SourceState {
  return {
    detection: detected.readIfAny(row.detection),
    title: row.title,
    // An earlier version knew fewer of them.
    settings: SourceSettings.parse({ ...nothingSaid, ...(row.settings as object) }),
    domains: domainMatches.read(row.domains),
    questions: SourceQuestion.array().parse(row.questions),
    warnings: row.warnings,
    leftOut: row.leftOut,
    trouble: Trouble.nullable().parse(row.trouble),
    includedSaid: row.includedSaid,
    facts: sourceFacts.read(row.facts),
    xlOutput: xlOutput.readIfAny(row.xlOutput),
  }
}

/** The columns that `stateOf` reads. */
export function columnsOf(state: SourceState) {
  return {
    detection: jsonOrNull(state.detection),
    title: state.title,
    settings: state.settings,
    domains: domainMatches.write(state.domains),
    questions: state.questions,
    warnings: state.warnings,
    leftOut: state.leftOut,
    trouble: jsonOrNull(state.trouble),
    includedSaid: state.includedSaid,
    facts: sourceFacts.write(state.facts),
    xlOutput: jsonOrNull(state.xlOutput),
  } satisfies Prisma.SourceUpdateInput
}

export function jsonOrNull(value: object | null) {
  return (value as Prisma.InputJsonObject | null) ?? Prisma.DbNull
}
