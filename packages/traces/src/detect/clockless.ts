import type { Subject } from '../observations/subject.ts'
import { defaultDomainName } from '../reading/domain.ts'
import type { Choice, Question, SourceClues, SourceContext } from './detection.ts'

/**
 * The start of a trace without a clock: the operator's answer, else the recording's. An estimate is
 * never used without confirmation.
 */
export function startOf(
  { answers }: SourceContext,
  recorded: number | null | undefined,
): number | null {
  return answers.startEpochSeconds ?? recorded ?? null
}

/** Empty once the start is known. */
export function startQuestions(
  tool: string,
  said: SourceContext,
  recorded: number | null | undefined,
): Question[] {
  if (startOf(said, recorded) !== null) return []
  // An estimate exists only where it leads clearly over every other start.
  const aligned = alignedChoice(said.facts)
  return [
    {
      id: 'start-time',
      text: `${tool} writes no time of day. When did it start, by the host's clock?`,
      choices: [...aligned, ...fileTimeChoice(said.facts)],
      ...(aligned[0] ? { suggested: aligned[0].value } : {}),
    },
  ]
}

function alignedChoice({ aligned }: SourceClues): Choice[] {
  if (!aligned) return []
  return [
    {
      value: isoOf(aligned.startEpochSeconds),
      label: isoOf(aligned.startEpochSeconds),
      meaning: `The requests say so: with this start, CPU use follows them best (correlation ${aligned.correlation.toFixed(2)}).`,
    },
  ]
}

function fileTimeChoice({ modifiedAtEpochSeconds, lengthSeconds }: SourceClues): Choice[] {
  if (modifiedAtEpochSeconds === null || lengthSeconds === null) return []
  const start = isoOf(modifiedAtEpochSeconds - lengthSeconds)
  return [
    {
      value: start,
      label: start,
      meaning: `If the file was last written when the trace ended: ${Math.round(lengthSeconds)} s before ${isoOf(modifiedAtEpochSeconds)}.`,
    },
  ]
}

function isoOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}

/** For traces that number the domains: the subject of each number. */
export function subjectsById({ domains }: SourceContext): Record<string, Subject> {
  const idOf = (found: string) => {
    if (found === defaultDomainName(0)) return '0'
    return found === defaultDomainName(-1) ? '-1' : found.replace(/^dom/, '')
  }
  return Object.fromEntries(domains.map(({ found, subject }) => [idOf(found), subject]))
}

/** For sources that concern a single domain. */
export function onlySubject({ domains: [only] }: SourceContext): Subject {
  return only?.subject ?? { leftOut: '' }
}
