import type { Source } from '@steelyard/contract'
import { type Detection, findFormat, formatOf, type XentraceFacts } from '@steelyard/traces'

type Noun = Source['noun']

/** Recognised files that are neither traces nor logs. */
const OTHERS: Record<string, { noun: Noun; title: string }> = {
  recording: {
    noun: { one: 'recording description', many: 'recording descriptions' },
    title: 'Description of a recording',
  },
  'xl-output': { noun: { one: 'xl listing', many: 'xl listings' }, title: 'Output of xl' },
  unknown: { noun: { one: 'unknown file', many: 'unknown files' }, title: 'Not recognised' },
}

/** Describes in words what a source was recognised as. */
export function titleOf(detection: Detection, trace: XentraceFacts | null): string {
  if (detection.kind === 'unknown' || detection.spec === null) return OTHERS[detection.kind]!.title
  return formatOf(detection).words.title(detection.spec, trace)
}

export function nounOf(kind: string): Noun {
  return (findFormat(kind)?.words ?? OTHERS[kind] ?? OTHERS.unknown!).noun
}
