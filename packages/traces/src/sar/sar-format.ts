import { onlySubject } from '../detect/clockless.ts'
import type { CpuFormat } from '../format.ts'
import { vCpuQuestions, vCpusOf } from '../guest-cpu/v-cpu-question.ts'
import { detectSar, type SarDetection } from './detect-sar.ts'
import { readSar } from './read-sar.ts'
import { SAR_METER, type SarSpec } from './sar-spec.ts'

/**
 * `sar -u` of sysstat, run inside a guest, its sister mpstat, and what `sadf -d`, `-j` and `-x` make
 * of its files. Used time is what its vCPUs received, `%steal` is its runnable wait, and idle time
 * and waiting for disks are its blocked time. It does not measure dispatches and I/O.
 */
export const SAR: CpuFormat<SarSpec> = {
  kind: 'sar',
  observes: 'cpu',
  meter: SAR_METER,
  naming: { by: 'file' },
  clock: 'own',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'timeZone', 'vCpus'],
  words: {
    noun: { one: 'sar log of a guest', many: 'sar logs of guests' },
    expected: 'the output of sar -u or sadf inside a guest',
    title: ({ form }) =>
      `${form ? `sadf ${OPTIONS[form]}` : 'sar'} inside a guest (CPU use and steal time)`,
  },
  detect: detectSar,
  namesIn: () => null,
  questions: (detection, said) => [
    // An explicit start is in host time, whatever the date and the zone.
    ...(said.answers.startEpochSeconds === null ? detection.raised : []),
    ...((detection as SarDetection).lacksVCpus
      ? vCpuQuestions('sar', vCpusOf(said, onlySubject(said)))
      : []),
  ],
  settle: (detection, said) => {
    const vCpus = (detection as SarDetection).lacksVCpus ? vCpusOf(said, onlySubject(said)) : null
    return {
      ...detection.spec,
      domain: onlySubject(said),
      ...(said.answers.startEpochSeconds === null
        ? {}
        : { startEpochSeconds: said.answers.startEpochSeconds }),
      ...(vCpus === null ? {} : { vCpus }),
    }
  },
  forLook: (spec) => ({ ...spec, domain: 'look', vCpus: spec.vCpus ?? 1 }),
  read: readSar,
}

const OPTIONS = { csv: '-d', json: '-j', xml: '-x' } as const
