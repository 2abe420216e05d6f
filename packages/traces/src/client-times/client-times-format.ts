import { onlySubject } from '../detect/clockless.ts'
import type { RequestFormat } from '../format.ts'
import type { ClientTimesSpec } from './client-times-spec.ts'
import { detectClientTimes } from './detect-client-times.ts'
import { readClientTimes } from './read-client-times.ts'

export const CLIENT_TIMES: RequestFormat<ClientTimesSpec> = {
  kind: 'client-times',
  observes: 'clientRequests',
  naming: { by: 'file' },
  clock: 'own',
  severalFilesPerRun: false,
  settings: ['durationUnit'],
  words: {
    noun: { one: 'file of client times', many: 'files of client times' },
    expected: 'a CSV of client-measured times',
    title: () => 'Response times measured by clients',
  },
  detect: detectClientTimes,
  namesIn: () => null,
  questions: ({ raised }) => raised,
  settle: ({ spec }, said) => ({
    ...spec,
    domain: onlySubject(said),
    hostMinusClientSeconds:
      spec.hostMinusClientSeconds ?? said.recording?.hostMinusClientSeconds ?? 0,
  }),
  forLook: (spec) => ({ ...spec, domain: 'look' }),
  read: readClientTimes,
}
