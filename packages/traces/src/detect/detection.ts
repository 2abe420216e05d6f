import type { Subject } from '../observations/subject.ts'
import type { Recording } from '../recording/read-recording.ts'
import type { NumberedLine } from './head-lines.ts'
import type { XentraceFacts } from './xentrace-facts.ts'

/** The beginning of a source. */
export interface Head {
  bytes: Buffer
  /** The first hundred non-blank lines; empty when the source is not text. */
  lines: NumberedLine[]
  /** Some lines farther on, and the last ones. */
  laterLines: NumberedLine[]
}

/** The operator's answers about a source, in terms common to all formats. Null when unanswered. */
export interface Answers {
  /** Apache's LogFormat or nginx's log_format. */
  logFormat: string | null
  /** The value of one of that question's choices. */
  durationUnit: string | null
  startEpochSeconds: number | null
  intervalSeconds: number | null
  tscHz: number | null
  byVirtualHost: boolean | null
  /** Whether lines of a log that are no requests count as well. */
  everyLine: boolean | null
  /** IANA zone name. */
  timeZone: string | null
  /** Of the guest that wrote the source. Absent in what an earlier version stored. */
  vCpus?: number | null
}

export type Setting = keyof Answers

export const NOTHING_ANSWERED: Answers = {
  logFormat: null,
  durationUnit: null,
  startEpochSeconds: null,
  intervalSeconds: null,
  tscHz: null,
  byVirtualHost: null,
  everyLine: null,
  timeZone: null,
  vCpus: null,
}

/** Everything known about a source apart from its own text. */
export interface SourceContext {
  answers: Answers
  recording: Recording | null
  /** The subject of each name found. */
  domains: readonly { found: string; subject: Subject }[]
  facts: SourceClues
  /** The vCPUs of each domain whose number is known from elsewhere. */
  vCpus?: Readonly<Record<string, number>>
}

/** Clues about a source's clock from a look at all of it. */
export interface SourceClues {
  modifiedAtEpochSeconds: number | null
  /** Duration of a trace without a clock, in seconds. Null when unknown. */
  lengthSeconds: number | null
  /** The start at which its CPU use follows the logged requests best. Null when none was found. */
  aligned: { startEpochSeconds: number; correlation: number } | null
  trace: XentraceFacts | null
}

/** One raw line (escaped, cut; hexadecimal words of a binary record) and its parsed fields. */
export interface SampleLine {
  line: number
  raw: string
  /** `role`: what a field that is used is used as. */
  fields: { name: string; text: string; meaning: string; role?: FieldRole }[]
}

export type FieldRole = 'time' | 'duration' | 'status' | 'bytes' | 'vhost' | 'request' | 'reuse'

/** Which number of a log counts as the duration, and what else could. */
export interface DurationReading {
  /** The answers that `durationUnit` may have. */
  choices: Choice[]
  /** The one in use. Null while that is asked. */
  chosen: string | null
}

/**
 * A question that only the operator can answer, with one of the choices or any other suitable
 * value.
 */
export interface Question {
  id:
    | 'duration-unit'
    | 'start-time'
    | 'cpu-hz'
    | 'interval'
    | 'virtual-hosts'
    | 'time-zone'
    | 'v-cpus'
  text: string
  choices: Choice[]
  /** The value of the most probable choice. It is offered first and counts only once confirmed. */
  suggested?: string
}

export interface Choice {
  value: string
  label: string
  meaning: string
}

/** A source recognised by its beginning as one of a known format. */
export interface FormatDetection<Spec extends AnySpec> {
  kind: Spec['kind']
  /** The spec with the values known so far. */
  spec: Spec
  suggestedDomain?: string
  /** Virtual hosts on the first lines. */
  virtualHosts: string[]
  /** For logs whose duration could be another number, or in another unit. */
  durations?: DurationReading
  samples: SampleLine[]
  /** Questions that the text itself raises; the format adds its own. */
  raised: Question[]
  warnings: string[]
}

/**
 * Text about the host instead of observations: `readRecording` reads it, or the package for xl's
 * output.
 */
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
  /** True for lines with times, of which somebody may know the format. */
  isLog?: boolean
  /** Lines, for the operator to tell the format. Empty when no format could make them a log. */
  samples: string[]
}

/** The minimum of a format's spec: plain JSON that says how to read one source. */
export interface AnySpec {
  kind: string
}
