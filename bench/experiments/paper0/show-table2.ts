import { type Column, textTable } from '../../accuracy/report/text-table.ts'
import { showIntervals } from './show-paper0.ts'
import type { Migration, Table2Result } from './table-result.ts'

type Staying = Migration['staying'][number]

const ms = (value: number | undefined) => value?.toFixed(1) ?? '–'

const columns: Column<Staying>[] = [
  { title: 'stays', text: ({ name }) => name },
  { title: 'clients: mean', text: ({ clients }) => ms(clients?.meanMs) },
  { title: 'p95', text: ({ clients }) => ms(clients?.p95Ms) },
  { title: 'of means', text: ({ clients }) => ms(clients?.peakOfMeansMs) },
  { title: 'late by', text: ({ clients }) => ms(clients?.latestMs) },
]

/** The intervals as recorded, and the last one after the migration; times in ms. */
export function showTable2({ intervals, migration }: Table2Result): string {
  const { moved, seconds, answers, staying } = migration
  return [
    showIntervals(intervals),
    `${moved} took ${seconds.toFixed(0)} s to move and ${answers ? 'answers' : 'does not answer'} on the other host. The last interval without it:`,
    textTable(columns, staying),
  ].join('\n\n')
}
