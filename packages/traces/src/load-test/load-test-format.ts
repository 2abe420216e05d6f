import { onlySubject, startOf, startQuestions } from '../detect/clockless.ts'
import type { RequestFormat } from '../format.ts'
import { detectLoadTest } from './detect-load-test.ts'
import type { LoadTestSpec } from './load-test-spec.ts'
import { readLoadTest } from './read-load-test.ts'
import { TOOLS } from './tools.ts'

/** Some time, to read offsets before the start of the run is known. */
const ANY_START = 1_000_000_000

/** Single requests as load generators write them: the tool says what its columns mean. */
export const LOAD_TEST: RequestFormat<LoadTestSpec> = {
  kind: 'load-test',
  observes: 'clientRequests',
  naming: { by: 'file' },
  clock: 'own',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'timeZone'],
  words: {
    noun: { one: 'file of a load generator', many: 'files of load generators' },
    expected: 'the requests that k6, hey, vegeta, ab -g or JMeter sent',
    title: ({ tool }) => `Response times measured by ${TOOLS[tool].title}`,
  },
  detect: detectLoadTest,
  namesIn: () => null,
  questions: ({ spec, raised }, said) => [
    ...raised,
    ...(TOOLS[spec.tool].hasOffsetsOnly ? startQuestions('The tool', said, null) : []),
  ],
  settle: ({ spec }, said) => {
    const start = startOf(said, null)
    return {
      ...spec,
      domain: onlySubject(said),
      ...(start === null ? {} : { startEpochSeconds: start }),
      hostMinusClientSeconds: said.recording?.hostMinusClientSeconds ?? 0,
    }
  },
  forLook: (spec) => ({
    ...spec,
    domain: 'look',
    startEpochSeconds: spec.startEpochSeconds ?? ANY_START,
  }),
  read: readLoadTest,
}
