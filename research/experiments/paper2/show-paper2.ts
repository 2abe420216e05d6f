import { type Column, percent, textTable } from '../../../bench/index.ts'
import { comparedWith, neighboursShare } from './compared.ts'
import { BALANCER } from './domains.ts'
import type { Comparison, Measured, Paper2Result, PlayedPhase } from './paper2-result.ts'

type Shown = Pick<Measured, 'answeredPerSecond' | 'meanMs' | 'p95Ms' | 'cpuShares'>

const ms = (value: number | null) => (value === null ? '–' : value.toFixed(0))

const measuredColumns: Column<Shown>[] = [
  { title: 'answers/s', text: ({ answeredPerSecond }) => answeredPerSecond.toFixed(1) },
  { title: 'mean ms', text: ({ meanMs }) => ms(meanMs) },
  { title: '95 % ms', text: ({ p95Ms }) => ms(p95Ms) },
  { title: 'its CPU', text: ({ cpuShares }) => percent(cpuShares[BALANCER.name]!) },
  { title: 'neighbours', text: (shown) => percent(neighboursShare(shown)) },
  { title: 'Domain-0', text: ({ cpuShares }) => percent(cpuShares['Domain-0']!) },
]

const phaseColumns: Column<PlayedPhase>[] = [
  { title: 'phase', text: ({ name }) => name },
  { title: 'idle pCPUs', text: ({ idlePCpus, pCpus }) => `${idlePCpus} of ${pCpus}` },
  { title: 'HAProxy idle', text: ({ report }) => `${report.idlePercent} %` },
  { title: 'queued', text: ({ report }) => String(report.queuedRequests) },
  { title: 'advised', text: ({ advisedThreads }) => String(advisedThreads) },
  { title: 'runs', text: ({ report }) => String(report.threads) },
  ...measuredColumns,
  { title: 'lost', text: ({ lost }) => String(lost) },
]

type Row = Shown & { neighbours: Comparison['neighbours']; threads: number }

const comparisonColumns: Column<Row>[] = [
  { title: 'beside', text: ({ neighbours }) => neighbours },
  { title: 'threads', text: ({ threads }) => String(threads) },
  ...measuredColumns,
]

export function showPaper2(result: Paper2Result): string {
  const { phases, comparisons, answered, lost, companion } = result
  const rows = comparisons.flatMap((each) =>
    [1, 2].map((threads) => ({
      neighbours: each.neighbours,
      threads,
      ...comparedWith(each, threads),
    })),
  )
  return [
    textTable(phaseColumns, phases),
    phases.map(({ name, reason }) => `${name}: ${reason}`).join('\n'),
    textTable(comparisonColumns, rows),
    `${answered} requests were answered, ${lost.length} were lost.`,
    companion.join('\n'),
  ].join('\n\n')
}
