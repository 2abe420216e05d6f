import type { Answers, FormatDetection, Head, UnknownDetection } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { CpuRows, isAll } from '../guest-cpu/cpu-rows.ts'
import { isSteal, readShares } from '../guest-cpu/shares.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import { writtenIn } from '../reading/plain-text.ts'
import { ordersOf, readBanner } from './banner.ts'
import { clockQuestions } from './clock-questions.ts'
import { detectSadf } from './detect-sadf.ts'
import { sarBinary } from './sar-binary.ts'
import type { SarSpec } from './sar-spec.ts'
import { isCpuTable, readTableLine } from './table-line.ts'

const SHOWN_SAMPLES = 5
/** Above the banner there may be the prompt with the command. */
const LOOKED_AT_LINES = 5

export interface SarDetection extends FormatDetection<SarSpec> {
  /** Whether the file does not say how many vCPUs the guest has. */
  lacksVCpus?: boolean
}

/** Detects the banner of sar, and a table of the CPU below it; else what sadf makes of its files. */
export function detectSar(
  _: MemberInfo,
  head: Head,
  answers: Answers,
): SarDetection | UnknownDetection | null {
  return sarBinary(head.bytes) ?? detectTables(head.lines, answers) ?? detectSadf(head, answers)
}

function detectTables(lines: readonly NumberedLine[], answers: Answers): SarDetection | null {
  const banner = lines
    .slice(0, LOOKED_AT_LINES)
    .map(({ text }) => readBanner(text))
    .find((each) => each !== null)
  if (!banner) return null
  const tables = lines.map((line) => ({ ...line, read: readTableLine(line.text) }))
  const header = tables.find(({ read }) => read?.is === 'header' && isCpuTable(read.columns))?.read
  if (header?.is !== 'header') return null
  const columns = header.columns.slice(1)
  const { timeZone } = answers
  const rows = tables.flatMap(({ read, ...line }) =>
    read?.is === 'row' && read.values.length === columns.length ? [{ ...line, ...read }] : [],
  )
  const hasAll = rows.some(({ cpu }) => isAll(cpu))
  const vCpus = banner.vCpus ?? countedIn(rows, columns)
  return {
    kind: 'sar',
    spec: {
      kind: 'sar',
      domain: '',
      dateOrder: ordersOf(banner.date)[0]!,
      ...(timeZone ? { timeZone } : {}),
      ...(banner.vCpus === null && vCpus !== null ? { vCpus } : {}),
    },
    suggestedDomain: writtenIn(banner.host).split('.')[0]!,
    virtualHosts: [],
    samples: rows.slice(0, SHOWN_SAMPLES).map((row) => sampleOf(row, columns, hasAll)),
    raised: clockQuestions(banner, header.clockSeconds, timeZone),
    warnings: warningsOf(vCpus, columns),
    lacksVCpus: vCpus === null,
  }
}

/** The vCPUs that the rows of the first moment show, with `-P ALL`. */
function countedIn(
  rows: readonly { clockSeconds: number; cpu: string; values: string[] }[],
  columns: readonly string[],
): number | null {
  const first = new CpuRows()
  for (const { clockSeconds, cpu, values } of rows)
    if (clockSeconds === rows[0]!.clockSeconds) first.add(cpu, readShares(columns, values))
  return first.vCpus()
}

function sampleOf(
  { text, line, cpu, values }: NumberedLine & { cpu: string; values: string[] },
  columns: readonly string[],
  hasAll: boolean,
) {
  const shares = columns.map((name, i) => ({
    name,
    text: excerpt(values[i] ?? ''),
    meaning: MEANINGS.get(name) ?? '',
  }))
  const single = hasAll ? 'not used' : 'one vCPU'
  const which = { name: 'CPU', text: excerpt(cpu), meaning: isAll(cpu) ? 'all vCPUs' : single }
  return { line, raw: excerpt(text), fields: [which, ...shares] }
}

const MEANINGS = new Map([
  ['%steal', 'ready to run while Xen ran something else'],
  ['%idle', 'nothing to run'],
  ['%iowait', 'waiting for a disk'],
])

export function warningsOf(vCpus: number | null, columns: readonly string[]): string[] {
  const count = vCpus === null ? '' : ` with ${vCpus} vCPU${vCpus === 1 ? '' : 's'}`
  const seen = `Measured inside a guest${count}: only its own CPU use counts, as its kernel sees it.`
  if (columns.some(isSteal)) return [seen]
  return [seen, 'It has no column %steal, so it does not show the scheduling delay.']
}
