import type { FormatDetection, Head } from '../detect/detection.ts'
import type { MemberInfo } from '../members/member.ts'
import { defaultDomainName } from '../reading/domain.ts'
import { excerpt } from '../reading/excerpt.ts'
import { BrokenWaits } from './broken-waits.ts'
import { parseXenmonRow, XENMON_COLUMNS, type XenmonRow } from './xenmon-row.ts'
import type { XenmonSpec } from './xenmon-spec.ts'

const SHOWN_SAMPLES = 5

/** Detects the header or, if it is cut off, rows of 16 numbers that are plausible for xenmon. */
export function detectXenmon(
  member: MemberInfo,
  { lines }: Head,
): FormatDetection<XenmonSpec> | null {
  const hasHeader = /^#\s*passed\s+cpu\s+dom\s/.test(lines[0]?.text ?? '')
  const data = lines.filter(({ text }) => !text.startsWith('#'))
  const rows = data.flatMap(({ text, line }) => {
    const row = parseXenmonRow(text.slice(0, 1000))
    return 'reason' in row ? [] : [{ row, text, line }]
  })
  if (!hasHeader && (rows.length === 0 || rows.length < data.length * 0.8)) return null
  const ids = new Set(rows.map(({ row }) => row.domainId))
  const [only] = ids
  const named = /-dom(\d+)\.log/.exec(member.fileName)
  const warnings: string[] = []
  if (ids.size === 1 && named && Number(named[1]) !== only)
    warnings.push(`The file is named dom${named[1]}, but its rows are those of domain ${only}.`)
  warnings.push(...waitWarnings(rows.map(({ row }) => row)))
  if (rows.length === 0) warnings.push('The log has a header but no rows yet.')
  const single = ids.size === 1 && only !== undefined
  return {
    kind: 'xenmon',
    // The reader rejects 0: the start must be given by the operator, or found by alignment.
    spec: { kind: 'xenmon', startEpochSeconds: 0 },
    ...(single ? { suggestedDomain: defaultDomainName(only) } : {}),
    samples: rows.slice(0, SHOWN_SAMPLES).map(({ row, text, line }) => ({
      line,
      raw: excerpt(text),
      fields: fieldsOf(row, text),
    })),
    virtualHosts: [],
    raised: [],
    warnings,
  }
}

/** These warnings are more useful before an analysis than after it. */
function waitWarnings(rows: readonly XenmonRow[]): string[] {
  const byDomain = new Map<number, BrokenWaits>()
  for (const row of rows) {
    if (row.domainId < 0) continue
    const waits = byDomain.get(row.domainId) ?? new BrokenWaits()
    waits.see(row)
    byDomain.set(row.domainId, waits)
  }
  return [...byDomain]
    .filter(([, waits]) => waits.found)
    .map(([id, waits]) => waits.sentence(defaultDomainName(id)))
}

function fieldsOf(row: XenmonRow, text: string) {
  const values = text.trim().split(/\s+/)
  const meanings: Record<string, string> = {
    passed: `${row.passedMs / 1000} s after the start`,
    cpu: `physical CPU ${row.pCpu}`,
    dom: defaultDomainName(row.domainId),
    'cpu(tot)': `ran ${(row.cpuNsPerSecond / 1e7).toFixed(2)} % of a pCPU`,
    'blocked(tot)': `blocked ${(row.blockedNsPerSecond / 1e7).toFixed(2)} % of the time`,
    'waited(tot)': `runnable wait ${(row.waitedNsPerSecond / 1e7).toFixed(2)} % of the time`,
    'ex/s': 'dispatches per second',
  }
  return XENMON_COLUMNS.map((name, i) => ({
    name,
    text: values[i] ?? '',
    meaning: meanings[name] ?? '',
  }))
}
