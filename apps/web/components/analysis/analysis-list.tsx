'use client'

import { type AnalysisSummary, listAnalyses } from '@steelyard/contract'
import { ChartLine } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { AnalysisStateBadge } from './analysis-state-badge.tsx'

const column = columnsFor<AnalysisSummary>()

const name = column.accessor('name', {
  header: 'Analysis',
  cell: ({ row }) => (
    <Link
      className="font-medium text-accent underline-offset-4 hover:underline"
      href={`/analyses/${row.original.id}`}
    >
      {row.original.name}
    </Link>
  ),
})
const verdict = column.accessor('verdict', {
  header: 'Verdict',
  cell: ({ row }) => <AnalysisStateBadge analysis={row.original} />,
})
const headline = column.accessor('headline', {
  header: 'In one sentence',
  enableSorting: false,
  cell: (cell) => <span className="block min-w-56 text-ink-soft">{cell.getValue() ?? '–'}</span>,
})
const host = column.accessor('hostName', {
  header: 'Host',
  cell: ({ row }) => (
    <Link className="underline-offset-4 hover:underline" href={`/hosts/${row.original.hostId}`}>
      {row.original.hostName}
    </Link>
  ),
})
const started = column.accessor('createdAt', {
  header: 'Started',
  cell: (cell) => <span className="whitespace-nowrap">{formatRelative(cell.getValue())}</span>,
})

const columns: Column<AnalysisSummary>[] = [verdict, name, headline, host, started]
const columnsOfOneHost: Column<AnalysisSummary>[] = [verdict, name, headline, started]

/** An empty list is polled because the sample analyses may not have arrived yet. */
function pollMs(known: AnalysisSummary[]): number | false {
  return known.length === 0 || known.some(isUnderWay) ? 3_000 : false
}

/** Analyses, newest first; those of one host when `hostId` is given. */
export function AnalysisList({ hostId, showHost = true }: { hostId?: string; showHost?: boolean }) {
  const query = useApiPages(listAnalyses, hostId ? { hostId } : {}, { refetchInterval: pollMs })
  return (
    <PagedTable
      query={query}
      caption="Analyses, newest first"
      columns={showHost ? columns : columnsOfOneHost}
      loading="Loading the analyses"
      lines={5}
      problem="The analyses could not be loaded"
      empty={<NoAnalyses />}
    />
  )
}

function NoAnalyses() {
  return (
    <EmptyState
      icon={ChartLine}
      title="No analyses yet"
      action={
        <Permitted needs="uploads:write">
          <Button look="primary" asChild>
            <Link href="/recordings/new">Upload traces and logs</Link>
          </Button>
        </Permitted>
      }
    >
      Upload xenmon traces and web server logs; Steelyard shows what each domain's response time is
      made of.
    </EmptyState>
  )
}
