import { onlySubject } from '../detect/clockless.ts'
import type { CpuFormat } from '../format.ts'
import { detectSar } from './detect-sar.ts'
import { readSar } from './read-sar.ts'
import { SAR_METER } from './sar-meter.ts'
import type { SarSpec } from './sar-spec.ts'

/**
 * `sar -u` of sysstat, run inside a guest. Used time is what its vCPUs received, `%steal` is its
 * runnable wait, and idle time and waiting for disks are its blocked time. It does not measure
 * dispatches and I/O.
 */
export const SAR: CpuFormat<SarSpec> = {
  kind: 'sar',
  observes: 'cpu',
  meter: SAR_METER,
  naming: { by: 'file' },
  clock: 'own',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'timeZone'],
  words: {
    noun: { one: 'sar log of a guest', many: 'sar logs of guests' },
    expected: 'the output of sar -u inside a guest',
    title: () => 'sar inside a guest (CPU use and steal time)',
  },
  detect: detectSar,
  namesIn: () => null,
  // An explicit start is in host time, whatever the date and the zone.
  questions: ({ raised }, { answers }) => (answers.startEpochSeconds === null ? raised : []),
  settle: ({ spec }, said) => ({
    ...spec,
    domain: onlySubject(said),
    ...(said.answers.startEpochSeconds === null
      ? {}
      : { startEpochSeconds: said.answers.startEpochSeconds }),
  }),
  forLook: (spec) => ({ ...spec, domain: 'look' }),
  read: readSar,
}
