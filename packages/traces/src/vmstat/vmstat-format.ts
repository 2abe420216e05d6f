import { onlySubject, startOf, startQuestions } from '../detect/clockless.ts'
import type { SourceContext } from '../detect/detection.ts'
import type { CpuFormat } from '../format.ts'
import { vCpuQuestions, vCpusOf } from '../guest-cpu/v-cpu-question.ts'
import { detectVmstat } from './detect-vmstat.ts'
import { readVmstat } from './read-vmstat.ts'
import { VMSTAT_METER, type VmstatSpec } from './vmstat-spec.ts'

const CHOICES = [
  { value: '1', label: '1 s', meaning: 'vmstat 1' },
  { value: '5', label: '5 s', meaning: 'vmstat 5' },
]

/**
 * `vmstat N` of procps, run inside a guest without sysstat, with or without `-t`, `-w`, `-n`. It does
 * not say how many vCPUs there are.
 */
export const VMSTAT: CpuFormat<VmstatSpec> = {
  kind: 'vmstat',
  observes: 'cpu',
  meter: VMSTAT_METER,
  naming: { by: 'file' },
  clock: 'none',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'intervalSeconds', 'timeZone', 'vCpus'],
  words: {
    noun: { one: 'vmstat log of a guest', many: 'vmstat logs of guests' },
    expected: 'the output of vmstat inside a guest',
    title: () => 'vmstat inside a guest (CPU use and steal time)',
  },
  detect: detectVmstat,
  namesIn: () => null,
  questions: ({ spec, raised }, said) => [
    ...(spec.isStamped
      ? said.answers.startEpochSeconds === null
        ? raised
        : []
      : [
          ...startQuestions('vmstat without -t', said, null),
          ...(said.answers.intervalSeconds === null ? [INTERVAL_QUESTION] : []),
        ]),
    ...vCpuQuestions('vmstat', vCpusOf(said, onlySubject(said))),
  ],
  settle: ({ spec }, said) => {
    const vCpus = vCpusOf(said, onlySubject(said))
    return {
      ...spec,
      domain: onlySubject(said),
      ...clockOf(spec, said),
      // It is asked for; until then, any number shows how the load goes up and down.
      vCpus: vCpus ?? 1,
    }
  },
  forLook: (spec) => ({
    ...spec,
    domain: 'look',
    vCpus: spec.vCpus ?? 1,
    ...(spec.isStamped ? {} : { startEpochSeconds: 0, intervalSeconds: spec.intervalSeconds ?? 1 }),
  }),
  read: readVmstat,
}

const INTERVAL_QUESTION = {
  id: 'interval',
  text: 'How many seconds are there between two rows (the number after vmstat)?',
  choices: CHOICES,
} as const satisfies { id: 'interval'; text: string; choices: unknown }

function clockOf({ isStamped }: VmstatSpec, said: SourceContext): Partial<VmstatSpec> {
  const { intervalSeconds } = said.answers
  const start = startOf(said, null)
  return {
    ...(start === null ? {} : { startEpochSeconds: start }),
    ...(isStamped ? {} : { intervalSeconds: intervalSeconds ?? 1 }),
  }
}
