import { type Column, textTable } from '../../../bench/index.ts'
import { type Cell, creditsOf, sumOf } from './cells.ts'
import type { Domain0Result } from './domain0-result.ts'
import { type TwinOfCell, twinOfCell } from './twin-of-cell.ts'

type Row = Cell & TwinOfCell
type Guest = Row['guests'][number]

const percent = (value: number) => `${(100 * value).toFixed(1)} %`

const times = (of: (guest: Guest) => number) => ({
  text: ({ guests }: Row) => guests.map((guest) => of(guest).toFixed(1)).join(' / '),
})

const columns: Column<Row>[] = [
  { title: 'Domain-0', align: 'left', text: ({ domain0 }) => domain0 },
  { title: 'vm1', align: 'left', text: ({ oneComputes }) => (oneComputes ? 'computes' : 'serves') },
  { title: 'sum', text: (row) => String(sumOf(row)) },
  { title: 'its credits', text: (row) => percent(creditsOf(row)) },
  { title: 'its use', text: ({ domain0Share }) => percent(domain0Share) },
  { title: 'network: mean', ...times(({ network }) => network.meanMs) },
  { title: 'p95', ...times(({ network }) => network.p95Ms) },
  { title: 'clients: mean', ...times(({ clients }) => clients.meanMs) },
  { title: 'p95', ...times(({ clients }) => clients.p95Ms) },
  { title: 'logs: mean', ...times(({ logs }) => logs.meanMs) },
  { title: 'p95', ...times(({ logs }) => logs.p95Ms) },
]

/** Times in ms of the guests, one beside the other, as played and as the twin foretells them. */
export function showDomain0(result: Domain0Result): string {
  const kindOf = ({ domain0, oneComputes }: Cell) => (oneComputes ? 2 : domain0 === 'busy' ? 1 : 0)
  const cells = [...result.cells].sort((a, b) => kindOf(a) - kindOf(b) || a.weight - b.weight)
  const played = cells.map((cell) => ({ ...cell, domain0Share: cell.cpuShares['Domain-0']! }))
  const foretold = cells.map((cell) => ({ ...cell, ...twinOfCell(cell, result) }))
  return ['Real Xen', textTable(columns, played), 'The twin', textTable(columns, foretold)].join(
    '\n\n',
  )
}
