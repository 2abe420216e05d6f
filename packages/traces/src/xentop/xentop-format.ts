import { startOf, startQuestions } from '../detect/clockless.ts'
import type { Question, Said } from '../detect/detection.ts'
import type { CpuFormat } from '../format.ts'
import { detectXentop } from './detect-xentop.ts'
import { readXentop } from './read-xentop.ts'
import { XENTOP_METER } from './xentop-meter.ts'
import { CUT_NAME_LENGTH } from './xentop-row.ts'
import type { XentopSpec } from './xentop-spec.ts'

const INTERVAL_QUESTION: Question = {
  id: 'interval',
  text: 'How many seconds are there between two samples (option -d of xentop)?',
  choices: [
    { value: '1', label: '1 s', meaning: 'xentop -b -d 1' },
    { value: '3', label: '3 s', meaning: 'xentop -b without -d' },
  ],
}

export const XENTOP: CpuFormat<XentopSpec> = {
  kind: 'xentop',
  observes: 'cpu',
  meter: XENTOP_METER,
  naming: { by: 'name', cutAt: CUT_NAME_LENGTH },
  clock: 'none',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'intervalSeconds'],
  words: {
    noun: { one: 'xentop trace', many: 'xentop traces' },
    expected: 'the output of xentop -b',
    title: () => 'xentop batch output (CPU use)',
  },
  detect: (_, head) => detectXentop(head),
  namesIn: (_, { names }) => names,
  questions: ({ spec }, said) => [
    ...startQuestions('xentop', said, said.recording?.xentop?.startEpochHostSeconds),
    ...(intervalOf(spec, said) === null ? [INTERVAL_QUESTION] : []),
  ],
  settle: ({ spec }, said) => ({
    ...spec,
    startEpochSeconds: startOf(said, said.recording?.xentop?.startEpochHostSeconds) ?? 0,
    intervalSeconds: intervalOf(spec, said) ?? ANY_SECONDS,
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

/**
 * The operator's answer, else the recorded interval, else the one from the clocks that xentop
 * prints above its samples.
 */
function intervalOf({ intervalSeconds: measured }: XentopSpec, said: Said): number | null {
  const { answers, recording } = said
  return answers.intervalSeconds ?? recording?.xentop?.intervalSeconds ?? (measured || null)
}
