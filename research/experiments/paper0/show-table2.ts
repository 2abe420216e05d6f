import { type Column, textTable } from '../../../bench/index.ts'
import { showIntervals } from './show-paper0.ts'
import type { Migration, Table2Result } from './table-result.ts'

type Staying = Migration['staying'][number]

const ms = (value: number | undefined) => value?.toFixed(1) ?? '–'

const measured = (when: 'before' | 'after'): Column<Staying>[] => [
  { title: `${when}: mean`, text: (guest) => ms(guest[when]?.meanMs) },
  { title: 'p95', text: (guest) => ms(guest[when]?.p95Ms) },
  { title: 'of means', text: (guest) => ms(guest[when]?.peakOfMeansMs) },
  { title: 'late by', text: (guest) => ms(guest[when]?.latestMs) },
]

const columns: Column<Staying>[] = [
  { title: 'stays', text: ({ name }) => name },
  ...measured('before'),
  ...measured('after'),
]

/** The intervals as recorded, and the last one by itself around the migration; times in ms. */
export function showTable2({ intervals, migration }: Table2Result): string {
  const { moved, seconds, answers, staying } = migration
  return [
    showIntervals(intervals),
    `${moved} took ${seconds.toFixed(0)} s to move and ${answers ? 'answers' : 'does not answer'} on the other host. What the clients of the others measured in the last interval:`,
    textTable(columns, staying),
  ].join('\n\n')
}
