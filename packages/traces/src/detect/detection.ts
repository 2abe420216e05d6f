import type { AnySpec } from '../format.ts'
import type { SourceSpec } from '../formats.ts'
import type { Subject } from '../observations/subject.ts'
import type { Recording } from '../recording/read-recording.ts'
import type { XentraceFacts } from '../xentrace/xentrace-scan.ts'
import type { NumberedLine } from './head-lines.ts'

/** The beginning of a source. */
export interface Head {
  bytes: Buffer
  /** The first hundred that are not blank; none where it is no text. */
  lines: NumberedLine[]
}

/** What the operator said about a source, in what all formats understand; null: nothing. */
export interface Answers {
  /** Apache's LogFormat or nginx's log_format. */
  logFormat: string | null
  /** The value of a choice of that question. */
  durationUnit: string | null
  startEpochSeconds: number | null
  intervalSeconds: number | null
  tscHz: number | null
  byVirtualHost: boolean | null
  /** IANA name. */
  timeZone: string | null
}

export type Setting = keyof Answers

export const NOTHING_ANSWERED: Answers = {
  logFormat: null,
  durationUnit: null,
  startEpochSeconds: null,
  intervalSeconds: null,
  tscHz: null,
  byVirtualHost: null,
  timeZone: null,
}

/** All that is known about a source besides its own text. */
export interface Said {
  answers: Answers
  recording: Recording | null
  /** What each name found stands for. */
  domains: readonly { found: string; subject: Subject }[]
  facts: SourceClues
}

/** What a source shows of its clock when looked at as a whole. */
export interface SourceClues {
  modifiedAtEpochSeconds: number | null
  /** How long a trace without a clock runs. */
  lengthSeconds: number | null
  /** The start at which its CPU use follows the logged requests best. */
  aligned: { startEpochSeconds: number; correlation: number } | null
  trace: XentraceFacts | null
}

/** One raw line (escaped, cut; hexadecimal words of a binary record) and what was understood of it. */
export interface SampleLine {
  line: number
  raw: string
  fields: { name: string; text: string; meaning: string }[]
}

/** Something only the operator can say: one of the choices, or any other value that fits. */
export interface Question {
  id: 'duration-unit' | 'start-time' | 'cpu-hz' | 'interval' | 'virtual-hosts' | 'time-zone'
  text: string
  choices: Choice[]
}

export interface Choice {
  value: string
  label: string
  meaning: string
}

/** A source of a known format, by its beginning. */
export interface FormatDetection<Spec extends AnySpec> {
  kind: Spec['kind']
  /** With the values known so far. */
  spec: Spec
  suggestedDomain?: string
  /** Virtual hosts that the first lines name. */
  virtualHosts: string[]
  samples: SampleLine[]
  /** What the text itself raises; the format adds what else it must know. */
  raised: Question[]
  warnings: string[]
}

export type ReadableDetection = FormatDetection<SourceSpec>

/** Text about the host, not observations: read with `readRecording`, or by the package that knows xl. */
export interface TextDetection {
  kind: 'recording' | 'xl-output'
  spec: null
  samples: SampleLine[]
  warnings: string[]
}

export interface UnknownDetection {
  kind: 'unknown'
  reason: string
  expected: string
  samples: string[]
}

export type Detection = ReadableDetection | TextDetection | UnknownDetection
