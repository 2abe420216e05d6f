'use client'

import { type JournalEntry, type LoopDecision, listJournal } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { NotebookText } from 'lucide-react'
import Link from 'next/link'
import { formatDateTime, formatTimeSince } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Badge } from '../ui/badge.tsx'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { decisionLooks } from './decision-words.ts'

export interface JournalFilter {
  hostId?: string
  recommendationId?: string
  decision?: LoopDecision
}

const column = columnsFor<JournalEntry>()
const link = 'text-accent underline-offset-4 hover:underline'

const columns: Column<JournalEntry>[] = [
  column.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => (
      <time dateTime={getValue()} className="whitespace-nowrap text-ink-soft">
        {formatDateTime(getValue())}
      </time>
    ),
  }),
  column.accessor('hostName', {
    header: 'Host',
    cell: ({ row: { original } }) =>
      original.hostId ? (
        <Link className={`whitespace-nowrap ${link}`} href={hostPath(original.hostId)}>
          {original.hostName}
        </Link>
      ) : (
        <span className="text-ink-faint">all</span>
      ),
  }),
  column.accessor('decision', {
    header: 'Decision',
    cell: ({ row: { original } }) => {
      const { tone, word } = decisionLooks[original.decision]
      return <Badge tone={tone}>{word}</Badge>
    },
  }),
  column.accessor('text', {
    header: 'Why',
    cell: ({ row: { original } }) => <Words entry={original} />,
  }),
]
const columnsOfOneHost = columns.filter((each) => each !== columns[1])

function Words({ entry }: { entry: JournalEntry }) {
  const { text, recommendationId } = entry
  const repeated = repeatedWords(entry)
  return (
    <span className="block min-w-56 [overflow-wrap:anywhere]">
      {text}
      {repeated ? <span className="text-ink-faint tabular"> {repeated}</span> : null}
      {recommendationId ? (
        <>
          {' '}
          <Link
            className={`whitespace-nowrap ${link}`}
            href={`/recommendations/${recommendationId}`}
          >
            Recommendation
          </Link>
        </>
      ) : null}
    </span>
  )
}

/** `×12 until 10:40` for what was decided several times in a row; null otherwise. */
export function repeatedWords({
  times,
  at,
  lastAt,
}: Pick<JournalEntry, 'times' | 'at' | 'lastAt'>): string | null {
  return times > 1 ? `×${formatCount(times)} until ${formatTimeSince(lastAt, at)}` : null
}

/** What the loop decided and why, newest first. */
export function JournalList({ filter }: { filter: JournalFilter }) {
  const query = useApiPages(listJournal, filter, { refetchInterval: 15_000 })
  const isOfOneHost = Boolean(filter.hostId || filter.recommendationId)
  return (
    <PagedTable
      query={query}
      caption="Decisions of the loop, newest first"
      columns={isOfOneHost ? columnsOfOneHost : columns}
      sortable={false}
      dense
      loading="Loading the journal"
      problem="The journal could not be loaded"
      more="Show older decisions"
      empty={
        filter.decision ? (
          <EmptyState icon={NotebookText} title="No such decision" />
        ) : (
          <EmptyState icon={NotebookText} title="Nothing was decided yet">
            Once a host is watched and has a policy, every decision stands here with its reason,
            also those to do nothing.
          </EmptyState>
        )
      }
    />
  )
}
