import type { CpuFormat } from '../format.ts'
import { detectRrd } from './detect-rrd.ts'
import { readRrd } from './read-rrd.ts'
import { RRD_METER, type RrdSpec } from './rrd-spec.ts'

const TOOLS = { csv: 'rrd2csv', json: 'rrd_updates in JSON', xml: 'rrd_updates in XML' } as const

/** The metrics that XCP-ng and XenServer keep of their VMs: what each vCPU used, in steps of 5 s. */
export const RRD: CpuFormat<RrdSpec> = {
  kind: 'rrd',
  observes: 'cpu',
  meter: RRD_METER,
  naming: { by: 'name', cutAt: Number.POSITIVE_INFINITY },
  clock: 'own',
  severalFilesPerRun: false,
  settings: [],
  words: {
    noun: { one: 'record of XAPI', many: 'records of XAPI' },
    expected: 'the output of rrd2csv or rrd_updates of XCP-ng and XenServer',
    title: ({ form }) => `XAPI's record of CPU use (${TOOLS[form]})`,
  },
  detect: (_, head) => detectRrd(head),
  namesIn: (_, { names }) => names,
  questions: () => [],
  settle: ({ spec }, said) => ({
    ...spec,
    domainNames: Object.fromEntries(said.domains.map(({ found, subject }) => [found, subject])),
  }),
  forLook: ({ domainNames: _, ...spec }) => ({ ...spec, isBeginning: true }),
  read: readRrd,
}
