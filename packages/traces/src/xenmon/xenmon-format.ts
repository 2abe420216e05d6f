import { startOf, startQuestions, subjectsById } from '../detect/clockless.ts'
import type { CpuFormat } from '../format.ts'
import { detectXenmon } from './detect-xenmon.ts'
import { readXenmon } from './read-xenmon.ts'
import { XENMON_METER, type XenmonSpec } from './xenmon-spec.ts'

export const XENMON: CpuFormat<XenmonSpec> = {
  kind: 'xenmon',
  observes: 'cpu',
  meter: XENMON_METER,
  naming: { by: 'id' },
  clock: 'elapsed',
  severalFilesPerRun: true,
  settings: ['startEpochSeconds'],
  words: {
    noun: { one: 'xenmon trace', many: 'xenmon traces' },
    expected: 'a xenmon log (PREFIX-domN.log)',
    title: () => 'xenmon log (CPU gotten, waited and blocked)',
  },
  detect: detectXenmon,
  namesIn: (_, { names }) => names,
  questions: (_, said) =>
    startQuestions('xenmon', said, said.recording?.xenmonStartEpochHostSeconds),
  settle: ({ spec }, said) => ({
    ...spec,
    startEpochSeconds: startOf(said, said.recording?.xenmonStartEpochHostSeconds) ?? 0,
    domainNames: subjectsById(said),
  }),
  forLook: ({ domainNames: _, ...spec }) => ({ ...spec, startEpochSeconds: 0 }),
  read: readXenmon,
}
