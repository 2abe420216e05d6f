import { startOf, startQuestions } from '../detect/clockless.ts'
import type { FormatDetection, Head } from '../detect/detection.ts'
import type { CpuFormat } from '../format.ts'
import { excerpt } from '../reading/excerpt.ts'
import { readVirtTop } from './read-virt-top.ts'
import { cellsOf, domainsIn, readColumns } from './virt-top-line.ts'
import { VIRT_TOP_METER, type VirtTopSpec } from './virt-top-spec.ts'

const SHOWN_SAMPLES = 5

/** `virt-top --csv FILE` on a host with libvirt: the CPU time of every domain, with a time of day. */
export const VIRT_TOP: CpuFormat<VirtTopSpec> = {
  kind: 'virt-top',
  observes: 'cpu',
  meter: VIRT_TOP_METER,
  naming: { by: 'name', cutAt: Number.POSITIVE_INFINITY },
  clock: 'none',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds'],
  words: {
    noun: { one: 'virt-top trace', many: 'virt-top traces' },
    expected: 'the output of virt-top --csv',
    title: () => 'virt-top (CPU use)',
  },
  detect: (_, head) => detectVirtTop(head),
  namesIn: (_, { names }) => names,
  questions: (_, said) =>
    startQuestions('virt-top writes the time of day without a date, and it', said, null),
  settle: ({ spec }, said) => ({
    ...spec,
    startEpochSeconds: startOf(said, null) ?? 0,
    domainNames: Object.fromEntries(said.domains.map(({ found, subject }) => [found, subject])),
  }),
  forLook: ({ domainNames: _, ...spec }) => ({ ...spec, startEpochSeconds: 0 }),
  read: readVirtTop,
}

function detectVirtTop({ lines }: Head): FormatDetection<VirtTopSpec> | null {
  const columns = readColumns(lines[0]?.text ?? '')
  if (!columns) return null
  return {
    kind: 'virt-top',
    spec: { kind: 'virt-top', startEpochSeconds: 0 },
    virtualHosts: [],
    samples: lines.slice(1, 1 + SHOWN_SAMPLES).map(({ text, line }) => ({
      line,
      raw: excerpt(text),
      fields: domainsIn(cellsOf(text), columns)
        .slice(0, 4)
        .map(({ name, usedSeconds }) => ({
          name: excerpt(name),
          text: String(usedSeconds),
          meaning: 'seconds of CPU time since the line before',
        })),
    })),
    raised: [],
    warnings: ['virt-top measures no waiting, so it does not show the scheduling delay.'],
  }
}
