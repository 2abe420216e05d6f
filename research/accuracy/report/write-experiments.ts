import { median } from 'simple-statistics'
import { type Column, markdownTable } from '../../../bench/index.ts'
import type { ExperimentCase } from '../accuracy-report.ts'

/** Values of one policy; alone where there is one, else summarised by the median of their errors. */
interface Row {
  experiment: string
  policy: string
  cases: readonly ExperimentCase[]
}

const MANY = 4

/** How far the twin is off on published experiments that a real host played. */
export function writeExperiments(experiments: readonly ExperimentCase[]): string {
  if (experiments.length === 0) return ''
  return [
    '## On published experiments',
    'The experiments of `research/experiments`, on a real Xen 4.17 host in virtual time with our patches where the policy needs them, beside the twin of the same set-up. The twin knows the set-up and, of the tables of paper 0, the CPU time per request of the first interval and Domain-0’s 0.23 ms; nothing in it was fitted to response times. The tables are judged by what the clients measured; the twin averages over how the streams of requests can lie to each other, of which the host played one. A single run of 40 pings or 200 jobs is uncertain itself: the mean of 40 pings under `credit` by ± 19 ms.',
    markdownTable(columns, rowsOf(experiments)),
  ].join('\n\n')
}

function rowsOf(experiments: readonly ExperimentCase[]): Row[] {
  const groups = new Map<string, ExperimentCase[]>()
  for (const each of experiments) {
    const key = `${each.experiment}\n${each.policy}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].flatMap((cases) => {
    const { experiment, policy } = cases[0]!
    const rows = cases.length > MANY ? [cases] : cases.map((each) => [each])
    return rows.map((cases) => ({ experiment, policy, cases }))
  })
}

const off = ({ measured, twin }: ExperimentCase) => twin / measured - 1

const columns: Column<Row>[] = [
  { title: 'experiment', align: 'left', text: ({ experiment }) => experiment },
  { title: 'policy', align: 'left', text: ({ policy }) => policy },
  {
    title: 'what',
    align: 'left',
    text: ({ cases }) => (cases.length > 1 ? `${cases.length} mean times` : cases[0]!.what),
  },
  { title: 'real Xen', text: ({ cases }) => shown(cases, 'measured') },
  { title: 'twin', text: ({ cases }) => shown(cases, 'twin') },
  { title: 'error', text: errorOf },
]

function shown(cases: readonly ExperimentCase[], field: 'measured' | 'twin'): string {
  const [first, ...others] = cases
  return others.length > 0 ? '' : `${first![field].toFixed(1)} ${first!.unit}`
}

/** Of shares in points, because a small one may be off by a large factor and still be small. */
function errorOf({ cases }: Row): string {
  const [first, ...others] = cases
  const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(0)}`
  if (others.length > 0) {
    const errors = cases.map(off)
    return `${(100 * median(errors.map(Math.abs))).toFixed(0)} % (median; bias ${signed(100 * median(errors))} %)`
  }
  if (first!.unit === '%') return `${signed(first!.twin - first!.measured)} points`
  return `${signed(100 * off(first!))} %`
}
