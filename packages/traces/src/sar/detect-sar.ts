import type { Answers, FormatDetection, Head } from '../detect/detection.ts'
import type { NumberedLine } from '../detect/head-lines.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import { type Banner, ordersOf, readBanner } from './banner.ts'
import { clockQuestions } from './clock-questions.ts'
import type { SarSpec } from './sar-spec.ts'
import { isCpuTable, readTableLine } from './table-line.ts'

const SHOWN_SAMPLES = 5

/** Detects the banner of sar on the first line, and a table of the CPU below it. */
export function detectSar(
  _: MemberInfo,
  { lines }: Head,
  answers: Answers,
): FormatDetection<SarSpec> | null {
  const banner = readBanner(lines[0]?.text ?? '')
  if (!banner) return null
  const tables = lines.map((line) => ({ ...line, read: readTableLine(line.text) }))
  const header = tables.find(({ read }) => read?.is === 'header' && isCpuTable(read.columns))?.read
  if (header?.is !== 'header') return null
  const columns = header.columns.slice(1)
  const { timeZone } = answers
  const rows = tables.flatMap(({ read, ...line }) =>
    read?.is === 'row' && read.values.length === columns.length ? [{ ...line, ...read }] : [],
  )
  return {
    kind: 'sar',
    spec: {
      kind: 'sar',
      domain: '',
      dateOrder: ordersOf(banner.date)[0]!,
      ...(timeZone ? { timeZone } : {}),
    },
    suggestedDomain: banner.host.split('.')[0]!,
    virtualHosts: [],
    samples: rows.slice(0, SHOWN_SAMPLES).map((row) => sampleOf(row, columns)),
    raised: clockQuestions(banner, header.clockSeconds, timeZone),
    warnings: warningsOf(banner, columns),
  }
}

function sampleOf(
  { text, line, cpu, values }: NumberedLine & { cpu: string; values: string[] },
  columns: readonly string[],
) {
  const shares = columns.map((name, i) => ({
    name,
    text: excerpt(values[i] ?? ''),
    meaning: MEANINGS.get(name) ?? '',
  }))
  const which = {
    name: 'CPU',
    text: excerpt(cpu),
    meaning: cpu === 'all' ? 'all vCPUs' : 'not used',
  }
  return { line, raw: excerpt(text), fields: [which, ...shares] }
}

const MEANINGS = new Map([
  ['%steal', 'ready to run while Xen ran something else'],
  ['%idle', 'nothing to run'],
  ['%iowait', 'waiting for a disk'],
])

function warningsOf({ vCpus }: Banner, columns: readonly string[]): string[] {
  const seen = `Measured inside a guest with ${vCpus} vCPU${vCpus === 1 ? '' : 's'}: only its own CPU use counts, as its kernel sees it.`
  if (columns.includes('%steal')) return [seen]
  return [seen, 'It has no column %steal, so it does not show the scheduling delay.']
}
