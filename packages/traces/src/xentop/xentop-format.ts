import { startOf, startQuestions } from '../detect/clockless.ts'
import type { FormatDetection, Question, SourceContext } from '../detect/detection.ts'
import type { CpuFormat } from '../format.ts'
import { detectXentop, type XentopDetection } from './detect-xentop.ts'
import { readXentop } from './read-xentop.ts'
import { CUT_NAME_LENGTH } from './xentop-row.ts'
import { XENTOP_METER, type XentopSpec } from './xentop-spec.ts'

const CHOICES = [
  { value: '1', label: '1 s', meaning: 'xentop -b -d 1' },
  { value: '3', label: '3 s', meaning: 'xentop -b without -d' },
]
/** A measured step this close to a whole number of seconds is that number. */
const WHOLE = 0.05

function intervalQuestion({ pacedSeconds }: XentopDetection): Question {
  const text = 'How many seconds are there between two samples (option -d of xentop)?'
  if (pacedSeconds === null) return { id: 'interval', text, choices: CHOICES }
  const whole = Math.round(pacedSeconds)
  const isWhole = whole > 0 && Math.abs(pacedSeconds - whole) < WHOLE * whole
  const value = isWhole ? String(whole) : pacedSeconds.toPrecision(3)
  const measured = {
    value,
    label: `${value} s`,
    meaning: `Measured: CPU(sec) grows as it does with ${pacedSeconds.toPrecision(3)} s.`,
  }
  const others = CHOICES.filter((choice) => choice.value !== value)
  return { id: 'interval', text, choices: [measured, ...others] }
}

export const XENTOP: CpuFormat<XentopSpec> = {
  kind: 'xentop',
  observes: 'cpu',
  meter: XENTOP_METER,
  naming: { by: 'name', cutAt: CUT_NAME_LENGTH },
  clock: 'none',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'intervalSeconds', 'timeZone'],
  words: {
    noun: { one: 'xentop trace', many: 'xentop traces' },
    expected: 'the output of xentop -b',
    title: () => 'xentop batch output (CPU use)',
  },
  detect: (_, head) => detectXentop(head),
  namesIn: (_, { names }) => names,
  questions: (detection, said) => [
    ...(detection.spec.stamps === 'moment'
      ? []
      : startQuestions('xentop', said, said.recording?.xentop?.startEpochHostSeconds)),
    ...(needsInterval(detection) && intervalOf(said) === null
      ? [intervalQuestion(detection as XentopDetection)]
      : []),
  ],
  settle: (detection, said) => ({
    ...specOf(detection, said),
    startEpochSeconds: startOf(said, said.recording?.xentop?.startEpochHostSeconds) ?? 0,
    intervalSeconds: intervalOf(said) ?? (needsInterval(detection) ? ANY_SECONDS : 0),
    ...(said.answers.timeZone ? { timeZone: said.answers.timeZone } : {}),
    ...(said.facts.modifiedAtEpochSeconds === null
      ? {}
      : { writtenBeforeEpochSeconds: said.facts.modifiedAtEpochSeconds }),
    domainNames: Object.fromEntries(said.domains.map(({ found, subject }) => [found, subject])),
  }),
  forLook: ({ domainNames: _, ...spec }) => ({
    ...spec,
    startEpochSeconds: 0,
    intervalSeconds: spec.intervalSeconds || ANY_SECONDS,
  }),
  read: readXentop,
}

/** A placeholder that allows reading the rows before the interval is known. */
const ANY_SECONDS = 1

/** A detection of an earlier version does not say it. */
function needsInterval(detection: FormatDetection<XentopSpec>): boolean {
  return (detection as Partial<XentopDetection>).needsInterval ?? true
}

/** An interval that somebody has named counts more than xentop's own clock, whose day is unknown. */
function specOf({ spec }: FormatDetection<XentopSpec>, said: SourceContext): XentopSpec {
  if (spec.stamps !== 'time-of-day' || intervalOf(said) === null) return spec
  const { stamps: _, ...unstamped } = spec
  return unstamped
}

/** The operator's answer, else the recorded interval. */
function intervalOf({ answers, recording }: SourceContext): number | null {
  return answers.intervalSeconds ?? recording?.xentop?.intervalSeconds ?? null
}
