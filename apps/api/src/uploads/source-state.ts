import { type FactOrigin, SourceQuestion, SourceSettings, Trouble } from '@steelyard/contract'
import type { Detection, XentraceFacts } from '@steelyard/traces'
import type { XlOutput } from '@steelyard/xen'
import { Prisma } from '../db.ts'
import type { SourceModel } from '../generated/prisma/models.ts'

/** What is known of a source: what was found, what was said, and what is still open. */
export interface SourceState {
  /** Null when the source was refused before it could be recognised. */
  detection: Detection | null
  title: string
  settings: SourceSettings
  domains: DomainMatch[]
  questions: SourceQuestion[]
  warnings: string[]
  /** Why the product left it out of its own accord; said as long as it is out. */
  leftOut: string | null
  trouble: Trouble | null
  /** The operator took it in or left it out; else the product chose. */
  includedSaid: boolean
  /** Facts about the source that later decisions need and that cost a reading to find out. */
  facts: SourceFacts
  /** Of saved output of xl: what it says of the host. */
  xlOutput: XlOutput | null
}

export interface DomainMatch {
  found: string
  domain: string | null
  /** True when the operator said it: then null means "leave it out" and is no open question. */
  said?: boolean
  /** Who suggests the domain, where the operator did not say it. */
  origin?: FactOrigin
}

export interface SourceFacts {
  contentSha256: string | null
  modifiedAtEpochSeconds: number | null
  /** From the first lines, read with the spec as it stands. */
  firstAtEpochSeconds: number | null
  /** How long a trace without a clock runs. */
  lengthSeconds: number | null
  /** Start of a trace without a clock that its CPU pattern suggests. */
  aligned: { startEpochSeconds: number; correlation: number } | null
  /** Of a trace of xentrace: what all of it says of itself. */
  trace: XentraceFacts | null
}

export const nothingSaid: SourceSettings = {
  logFormat: null,
  durationUnit: null,
  startedAt: null,
  intervalSeconds: null,
  tscHz: null,
  byVirtualHost: null,
  timeZone: null,
}

export const noFacts: SourceFacts = {
  contentSha256: null,
  modifiedAtEpochSeconds: null,
  firstAtEpochSeconds: null,
  lengthSeconds: null,
  aligned: null,
  trace: null,
}

export function stateOf(row: SourceModel): SourceState {
  return {
    detection: row.detection as unknown as Detection | null,
    title: row.title,
    settings: SourceSettings.parse(row.settings),
    domains: row.domains as unknown as DomainMatch[],
    questions: SourceQuestion.array().parse(row.questions),
    warnings: row.warnings,
    leftOut: row.leftOut,
    trouble: Trouble.nullable().parse(row.trouble),
    includedSaid: row.includedSaid,
    facts: row.facts as unknown as SourceFacts,
    xlOutput: row.xlOutput as unknown as XlOutput | null,
  }
}

/** The columns that `stateOf` reads. */
export function columnsOf(state: SourceState) {
  return {
    detection: jsonOrNull(state.detection),
    title: state.title,
    settings: state.settings,
    domains: state.domains as unknown as Prisma.InputJsonArray,
    questions: state.questions,
    warnings: state.warnings,
    leftOut: state.leftOut,
    trouble: jsonOrNull(state.trouble),
    includedSaid: state.includedSaid,
    facts: state.facts as unknown as Prisma.InputJsonObject,
    xlOutput: jsonOrNull(state.xlOutput),
  } satisfies Prisma.SourceUpdateInput
}

export function jsonOrNull(value: object | null) {
  return (value as Prisma.InputJsonObject | null) ?? Prisma.DbNull
}
