import type {
  Answers,
  FormatDetection,
  Head,
  Question,
  UnknownDetection,
} from '../detect/detection.ts'
import { topLevelNames } from '../detect/top-level-names.ts'
import { CpuRows, isAll } from '../guest-cpu/cpu-rows.ts'
import { isIdle, isSteal, isUsed, readShares } from '../guest-cpu/shares.ts'
import { DocumentError } from '../reading/document/document-error.ts'
import { excerpt } from '../reading/excerpt.ts'
import { writtenIn } from '../reading/plain-text.ts'
import { readStamp } from '../reading/stamp.ts'
import { isCpuHeader, isSadfHeader, SadfCsv } from './sadf-csv.ts'
import { sadfJson } from './sadf-json.ts'
import type { SadfRow, SadfSink } from './sadf-reading.ts'
import { sadfXml } from './sadf-xml.ts'
import type { SadfForm, SarSpec } from './sar-spec.ts'

const SHOWN_SAMPLES = 5

interface Found extends SadfRow {
  text: string
  line: number
}

/** Detects what `sadf -d`, `-j` or `-x` prints of the CPU. */
export function detectSadf(
  head: Head,
  { timeZone }: Answers,
): (FormatDetection<SarSpec> & { lacksVCpus: boolean }) | UnknownDetection | null {
  const form = formOf(head)
  if (!form) return null
  const found: Found[] = []
  let said: number | null = null
  const sink: SadfSink = {
    begin: (vCpus) => {
      if (found.length === 0) said = vCpus ?? said
    },
    row: (row, text, line) => found.push({ ...row, text, line }),
    other: () => {},
  }
  lookInto(head, form, sink)
  if (found.length === 0) return withoutCpu(head)
  const vCpus = said ?? countedIn(found)
  const isLocal = found.some(({ stamp }) => readStamp(stamp)?.isLocal)
  const host = hostIn(head, form)
  return {
    kind: 'sar',
    spec: {
      kind: 'sar',
      domain: '',
      dateOrder: 'ymd',
      form,
      ...(timeZone ? { timeZone } : {}),
      ...(vCpus === null ? {} : { vCpus }),
    },
    ...(host ? { suggestedDomain: host } : {}),
    virtualHosts: [],
    samples: found.slice(0, SHOWN_SAMPLES).map(sampleOf),
    raised: isLocal && !timeZone ? [ZONE_QUESTION] : [],
    warnings: [
      `Measured inside a guest${vCpus === null ? '' : ` with ${vCpus} vCPU${vCpus === 1 ? '' : 's'}`}: only its own CPU use counts, as its kernel sees it.`,
      ...(found[0]!.names.some(isSteal)
        ? []
        : ['It has no steal time, so it does not show the scheduling delay.']),
    ],
    lacksVCpus: vCpus === null,
  }
}

const ZONE_QUESTION: Question = {
  id: 'time-zone',
  text: 'The stamps are local time. Which time zone was the guest in?',
  choices: [{ value: 'UTC', label: 'UTC', meaning: '' }],
}

function formOf({ bytes, lines }: Head): SadfForm | null {
  const first = lines[0]?.text.trimStart() ?? ''
  if (lines.some(({ text }) => isCpuHeader(text)) || isSadfHeader(first)) return 'csv'
  const start = bytes.toString('latin1', 0, 4096).trimStart()
  if (start.startsWith('{')) return topLevelNames(start)?.[0] === 'sysstat' ? 'json' : null
  return /^<(?:\?xml|!DOCTYPE sysstat|sysstat)/i.test(start) && /<sysstat[\s>]/.test(start)
    ? 'xml'
    : null
}

/** Reads the beginning as far as it goes: what is cut or damaged is for the reader to say. */
function lookInto({ bytes, lines }: Head, form: SadfForm, sink: SadfSink): void {
  if (form === 'csv') {
    const csv = new SadfCsv(sink)
    for (const { text, line } of lines) csv.line(text, line)
    return
  }
  const document = form === 'json' ? sadfJson(sink, { line: 1 }) : sadfXml(sink, { line: 1 })
  try {
    document.push(bytes.toString('latin1'))
    document.breakOff()
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
  }
}

function countedIn(found: readonly Found[]): number | null {
  const first = new CpuRows()
  for (const { stamp, cpu, names, values } of found) {
    if (stamp !== found[0]!.stamp) continue
    const isShare = names.map((name) => isUsed(name) || isIdle(name) || isSteal(name))
    const of = (all: readonly string[]) => all.filter((_, i) => isShare[i])
    first.add(cpu, readShares(of(names), of(values)))
  }
  return first.vCpus()
}

function hostIn({ bytes, lines }: Head, form: SadfForm): string | undefined {
  const start = bytes.toString('latin1', 0, 4096)
  const name =
    form === 'csv'
      ? lines.find(({ text }) => !text.startsWith('#'))?.text.split(';')[0]
      : /"?nodename"?\s*[:=]\s*"([^"]{1,253})"/.exec(start)?.[1]
  return name ? writtenIn(name).split('.')[0] : undefined
}

function sampleOf({ text, line, stamp, cpu, names, values }: Found) {
  return {
    line,
    raw: excerpt(text),
    fields: [
      { name: 'timestamp', text: excerpt(stamp), meaning: '' },
      { name: 'CPU', text: excerpt(cpu), meaning: isAll(cpu) ? 'all vCPUs' : 'one vCPU' },
      ...names.map((name, i) => ({
        name: excerpt(name),
        text: excerpt(values[i] ?? ''),
        meaning: '',
      })),
    ],
  }
}

/** Made without `-u`, or of a file in which the CPU was not recorded. */
function withoutCpu({ lines }: Head): UnknownDetection {
  return {
    kind: 'unknown',
    reason:
      'This is the output of sadf, but its beginning has no table of CPU use. `sadf -d saNN -- -u` writes it.',
    expected: 'the CPU use in the output of sadf',
    samples: lines.slice(0, SHOWN_SAMPLES).map(({ text }) => excerpt(text)),
  }
}
