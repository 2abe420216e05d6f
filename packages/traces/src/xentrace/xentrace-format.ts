import { startOf, startQuestions, subjectsById } from '../detect/clockless.ts'
import type { SourceContext } from '../detect/detection.ts'
import type { XentraceFacts } from '../detect/xentrace-facts.ts'
import type { CpuFormat } from '../format.ts'
import { defaultDomainName } from '../reading/domain.ts'
import { detectXentrace } from './detect-xentrace.ts'
import { readXentrace } from './read-xentrace.ts'
import { beginsLikeXentrace } from './record-reader.ts'
import { XentraceScan } from './xentrace-scan.ts'
import { XENTRACE_METER, type XentraceSpec } from './xentrace-spec.ts'

export const XENTRACE: CpuFormat<XentraceSpec> = {
  kind: 'xentrace',
  observes: 'cpu',
  meter: XENTRACE_METER,
  naming: { by: 'id' },
  clock: 'elapsed',
  severalFilesPerRun: false,
  settings: ['startEpochSeconds', 'tscHz'],
  words: {
    noun: { one: 'scheduler trace (xentrace)', many: 'scheduler traces (xentrace)' },
    expected: 'a trace of xentrace',
    title: (_, trace) => (trace ? `Trace of xentrace: ${extentOf(trace)}` : 'Trace of xentrace'),
  },
  detect: detectXentrace,
  scan: ({ path }, beginning) => (beginsLikeXentrace(beginning) ? new XentraceScan(path) : null),
  // A domain that hardly runs may not appear in the first records.
  namesIn: (_, { names, trace }) => [
    ...new Set([...names, ...(trace?.domainIds ?? []).map(defaultDomainName)].sort()),
  ],
  questions: (detection, said) => [
    ...startQuestions('xentrace', said, said.recording?.xentraceStartEpochHostSeconds),
    ...(rateOf(detection.spec, said) > 0 ? [] : detection.raised),
  ],
  settle: ({ spec }, said) => ({
    ...spec,
    startEpochSeconds: startOf(said, said.recording?.xentraceStartEpochHostSeconds) ?? 0,
    tscHz: rateOf(spec, said),
    domainNames: subjectsById(said),
  }),
  forLook: ({ domainNames: _, ...spec }) => ({
    ...spec,
    startEpochSeconds: 0,
    tscHz: spec.tscHz || ANY_HZ,
  }),
  read: readXentrace,
}

const ANY_HZ = 1e9

/**
 * The operator's answer, else the recorded rate, else the one from all of the trace or its first
 * records; 0 if unknown.
 */
function rateOf({ tscHz }: XentraceSpec, { answers, recording, facts }: SourceContext): number {
  return answers.tscHz ?? recording?.tscHz ?? facts.trace?.tscHz ?? tscHz
}

const whole = new Intl.NumberFormat('en-GB')
const seconds = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })

/** "2 pCPUs, 350,528 records, 24 s" */
function extentOf({ pCpus, records, cycles, tscHz }: XentraceFacts): string {
  const parts = [counted(pCpus, 'pCPU'), counted(records, 'record')]
  if (tscHz) parts.push(`${seconds.format(cycles / tscHz)} s`)
  return parts.join(', ')
}

function counted(count: number, noun: string): string {
  return `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`
}
