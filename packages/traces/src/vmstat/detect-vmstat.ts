import type { Answers, FormatDetection, Head, Question } from '../detect/detection.ts'
import { suggestDomain } from '../detect/suggest-domain.ts'
import { isSteal } from '../guest-cpu/shares.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import { isGroups, readHeading, readRow } from './vmstat-line.ts'
import type { VmstatSpec } from './vmstat-spec.ts'

const SHOWN_SAMPLES = 5
/** Above the heading there may be the prompt with the command. */
const LOOKED_AT_LINES = 8

/** Detects the two lines of vmstat's heading, and a row below them. */
export function detectVmstat(
  member: MemberInfo,
  { lines }: Head,
  { timeZone }: Answers,
): FormatDetection<VmstatSpec> | null {
  const first = lines.slice(0, LOOKED_AT_LINES)
  const heading = first.map(({ text }) => readHeading(text)).find((each) => each !== null)
  if (!heading || !first.some(({ text }) => isGroups(text))) return null
  const rows = lines.flatMap((line) => {
    const row = readRow(line.text, heading)
    return row ? [{ ...line, row }] : []
  })
  if (rows.length === 0) return null
  const { stamp } = rows[0]!.row
  const domain = suggestDomain(member)
  return {
    kind: 'vmstat',
    spec: {
      kind: 'vmstat',
      domain: '',
      isStamped: stamp !== null,
      ...(timeZone ? { timeZone } : {}),
    },
    ...(domain ? { suggestedDomain: domain } : {}),
    virtualHosts: [],
    samples: rows.slice(0, SHOWN_SAMPLES).map(({ text, line, row }) => ({
      line,
      raw: excerpt(text),
      fields: heading.columns.flatMap((name, i) =>
        MEANINGS.has(name)
          ? [{ name, text: excerpt(row.values[i]!), meaning: MEANINGS.get(name)! }]
          : [],
      ),
    })),
    raised: stamp?.isLocal && !timeZone ? [ZONE_QUESTION] : [],
    warnings: [
      'Measured inside a guest, in whole per cents. Only its own CPU use counts, as its kernel sees it. sar -u is finer.',
      ...(heading.columns.some(isSteal)
        ? []
        : ['It has no column st, so it does not show the scheduling delay.']),
    ],
  }
}

const MEANINGS = new Map([
  ['us', 'used by programs'],
  ['sy', 'used by the kernel'],
  ['id', 'nothing to run'],
  ['wa', 'waiting for a disk'],
  ['st', 'ready to run while Xen ran something else'],
])

const ZONE_QUESTION: Question = {
  id: 'time-zone',
  text: 'vmstat -t writes local time. Which time zone was the guest in?',
  choices: [{ value: 'UTC', label: 'UTC', meaning: '' }],
}
