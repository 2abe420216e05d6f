import type { SourceSpec } from '../source-spec.ts'

export type SourceKind =
  | 'xentrace'
  | 'xenmon'
  | 'xentop'
  | 'access-log'
  | 'client-times'
  | 'recording'
  | 'xl-output'

/** One raw line (escaped, cut; hexadecimal words of a binary record) and what was understood of it. */
export interface SampleLine {
  line: number
  raw: string
  fields: { name: string; text: string; meaning: string }[]
}

/** Something only the user can say. The answer is one of the choices or a value for the named field. */
export interface Question {
  id:
    | 'duration-unit'
    | 'start-time'
    | 'cpu-hz'
    | 'interval'
    | 'domain'
    | 'virtual-hosts'
    | 'time-zone'
  text: string
  /** The property of the spec that the answer fills. */
  field: string
  choices: { value: string; label: string; meaning: string; spec: SourceSpec }[]
}

interface DetectionBase {
  suggestedDomain?: string
  domainId?: number
  samples: SampleLine[]
  questions: Question[]
  warnings: string[]
}

/** A source that can be read once its questions are answered. `spec` holds the values so far. */
export interface ReadableDetection extends DetectionBase {
  kind: 'xentrace' | 'xenmon' | 'xentop' | 'access-log' | 'client-times'
  spec: SourceSpec
}

/** Text about the host, not observations: read with `readRecording`, or by the package that knows xl. */
export interface TextDetection extends DetectionBase {
  kind: 'recording' | 'xl-output'
  spec: null
}

export interface UnknownDetection {
  kind: 'unknown'
  reason: string
  expected: string
  samples: string[]
}

export type Detection = ReadableDetection | TextDetection | UnknownDetection
