import { type Column, textTable } from '../../accuracy/report/text-table.ts'
import { creditsOf, sumOf } from './cells.ts'
import type { Domain0Result, PlayedCell, PlayedGuest } from './domain0-result.ts'

const percent = (value: number) => `${(100 * value).toFixed(1)} %`

const times = (of: (guest: PlayedGuest) => number) => ({
  text: ({ guests }: PlayedCell) => guests.map((guest) => of(guest).toFixed(1)).join(' / '),
})

const columns: Column<PlayedCell>[] = [
  { title: 'Domain-0', align: 'left', text: ({ domain0 }) => domain0 },
  { title: 'sum', text: (cell) => String(sumOf(cell)) },
  { title: 'its credits', text: (cell) => percent(creditsOf(cell)) },
  { title: 'its use', text: ({ cpuShares }) => percent(cpuShares['Domain-0']!) },
  { title: 'late by', ...times(({ clients }) => clients.latestMs) },
  { title: 'network: mean', ...times(({ network }) => network.meanMs) },
  { title: 'p95', ...times(({ network }) => network.p95Ms) },
  { title: 'clients: mean', ...times(({ clients }) => clients.meanMs) },
  { title: 'p95', ...times(({ clients }) => clients.p95Ms) },
  { title: 'logs: mean', ...times(({ logs }) => logs.meanMs) },
  { title: 'p95', ...times(({ logs }) => logs.p95Ms) },
]

/** Times in ms of the guests, one beside the other. */
export function showDomain0({ cells }: Domain0Result): string {
  const order = [...cells].sort((a, b) =>
    a.domain0 === b.domain0 ? a.weight - b.weight : a.domain0 === 'idle' ? -1 : 1,
  )
  return textTable(columns, order)
}
