import type { FactOrigin, SourceQuestion, SourceSettings, Trouble } from '@steelyard/contract'
import type { Detection, XentraceFacts } from '@steelyard/traces'
import type { XlOutput } from '@steelyard/xen'

/** What the column `Source.detection` holds: what was found, what was said, and what is still open. */
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
  includedSaid?: boolean
  /** Facts about the source that later decisions need and that cost a reading to find out. */
  facts: SourceFacts
  /** Of saved output of xl: what it says of the host. */
  xl?: XlOutput
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
