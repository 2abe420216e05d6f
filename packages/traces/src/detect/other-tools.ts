import type { UnknownDetection } from './detection.ts'
import type { NumberedLine } from './head-lines.ts'

/** What relatives of the known tools write, and what says the same so that it can be read. */
const OTHERS: readonly { form: RegExp; reason: string }[] = [
  {
    form: /^top - \d\d:\d\d:\d\d up /,
    reason:
      'This is the output of top, which rounds its times and leaves out the date. Run `vmstat -t 1` or `sar -u 1` in the guest, and upload that.',
  },
  {
    form: /^\S+\t-?\d+\t[^\t]+\t(?:all|cpu\d+|-)\t%\w+\t[\d.,]+$/,
    reason:
      'This is the output of sadf -p. `sadf -d saNN -- -u` writes the same in rows that can be read.',
  },
  {
    form: /^(?:<\?xml[^>]*>)?\s*<rrd>/,
    reason:
      'This is a whole RRD of XAPI (vm_rrd or host_rrd). Upload what `rrd2csv > cpu.csv` writes on the host, or /rrd_updates?start=EPOCH&host=true.',
  },
]

/** Null for anything else. */
export function otherTool(lines: readonly NumberedLine[]): UnknownDetection | null {
  const first = lines.slice(0, 3)
  const other = OTHERS.find(({ form }) => first.some(({ text }) => form.test(text.slice(0, 400))))
  if (!other) return null
  return {
    kind: 'unknown',
    reason: other.reason,
    expected: 'the CPU use of a guest or of a host, with the time of each row',
    samples: [],
  }
}
