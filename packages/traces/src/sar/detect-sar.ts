import type {
  Answers,
  Choice,
  FormatDetection,
  Head,
  Question,
  UnknownDetection,
} from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import { CpuRows, isAll } from '../guest-cpu/cpu-rows.ts'
import { isSteal, readShares } from '../guest-cpu/shares.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import { writtenIn } from '../reading/plain-text.ts'
import { TimeZone } from '../reading/time-zone.ts'
import { type Banner, type DateOrder, midnightOf, ordersOf, readBanner } from './banner.ts'
import { detectSadf } from './detect-sadf.ts'
import type { SarSpec } from './sar-spec.ts'
import { isCpuTable, readTableLine } from './table-line.ts'

/** SYSSTAT_MAGIC of sa.h, in either order of bytes; it begins every file since sysstat 8. */
const MAGIC = 0xd596

/** The formats so far are 0x2169 to 0x2175. */
const FORMAT_HIGH_BYTE = 0x21

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

function warningsOf(vCpus: number | null, columns: readonly string[]): string[] {
  const count = vCpus === null ? '' : ` with ${vCpus} vCPU${vCpus === 1 ? '' : 's'}`
  const seen = `Measured inside a guest${count}: only its own CPU use counts, as its kernel sees it.`
  if (columns.some(isSteal)) return [seen]
  return [seen, 'It has no column %steal, so it does not show the scheduling delay.']
}

/** sar writes local time without its zone, and the date in the guest's locale. */
function clockQuestions(
  { date }: Banner,
  firstClockSeconds: number,
  timeZone: string | null,
): Question[] {
  const orders = ordersOf(date)
  const questions: Question[] = []
  if (!timeZone)
    questions.push({
      id: 'time-zone',
      text: 'sar writes local time. Which time zone was the guest in?',
      choices: [{ value: 'UTC', label: 'UTC', meaning: '' }],
    })
  const days = new Set(orders.map((order) => midnightOf(date, order)))
  if (days.size > 1)
    questions.push({
      id: 'start-time',
      text: `The date ${date} can be read in two ways. When did the log start?`,
      choices: orders.map((order) =>
        choiceOf(order, midnightOf(date, order) + firstClockSeconds, timeZone ?? 'UTC'),
      ),
    })
  return questions
}

function choiceOf(order: DateOrder, wallSeconds: number, timeZone: string): Choice {
  const start = new Date(new TimeZone(timeZone).toEpoch(wallSeconds) * 1000).toISOString()
  const first = order === 'mdy' ? 'month' : 'day'
  return { value: start, label: start, meaning: `With the ${first} first, in ${timeZone}.` }
}

/** The binary files of sar, which only a sysstat that is about as old reads. */
function sarBinary(bytes: Buffer): UnknownDetection | null {
  if (bytes.length < 4) return null
  const isLittle = bytes.readUInt16LE(0) === MAGIC && bytes[3] === FORMAT_HIGH_BYTE
  const isBig = bytes.readUInt16BE(0) === MAGIC && bytes[2] === FORMAT_HIGH_BYTE
  if (!isLittle && !isBig) return null
  return {
    kind: 'unknown',
    reason:
      'This is a binary file of sar (saNN), which only its own version of sysstat reads. Upload it as text: run `sadf -d saNN -- -u > cpu.csv` where it was recorded, or `LC_ALL=C sar -u -f saNN > cpu.txt`.',
    expected: 'the output of sadf -d or sar -u',
    samples: [],
  }
}
