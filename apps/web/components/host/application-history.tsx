'use client'

import type { Application } from '@steelyard/contract'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { applicationState } from '../plan/application/application-words.ts'
import { RollBack } from '../plan/application/roll-back.tsx'
import { Badge } from '../ui/badge.tsx'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { PagedTable } from '../ui/paged-table.tsx'

const column = columnsFor<Application>()

const columns: Column<Application>[] = [
  column.accessor('createdAt', {
    header: 'When',
    cell: ({ row }) => (
      <Link
        className="font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
        href={`/changes/${row.original.planId}`}
      >
        {formatRelative(row.original.createdAt)}
      </Link>
    ),
  }),
  column.accessor('kind', {
    header: 'What',
    cell: (cell) => (cell.getValue() === 'apply' ? 'Application' : 'Roll-back'),
  }),
  column.accessor('state', {
    header: 'Result',
    cell: ({ row }) => {
      const { tone, word } = applicationState(row.original)
      return <Badge tone={tone}>{word}</Badge>
    },
  }),
  column.accessor('requestedBy', { header: 'By' }),
  column.accessor('statement', {
    header: 'How it ended',
    enableSorting: false,
    cell: (cell) => <span className="block min-w-56 text-ink-soft">{cell.getValue() ?? '–'}</span>,
  }),
  column.display({
    id: 'roll-back',
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) =>
      row.original.canRollBack ? <HistoryRollBack application={row.original} /> : null,
  }),
]

/**
 * Lists the changes applied to the host, newest first. The last successful one can be rolled back.
 */
export function ApplicationHistory({ hostId }: { hostId: string }) {
  const query = useApiPages('listApplications', { hostId })
  return (
    <PagedTable
      query={query}
      caption="Applications and roll-backs, newest first"
      columns={columns}
      loading="Loading the history"
      problem="The history could not be loaded"
      empty={
        <p className="px-4 pb-3 text-sm text-ink-soft sm:px-6">
          Nothing applied yet. Every application and roll-back will be listed here.
        </p>
      }
    />
  )
}

function HistoryRollBack({ application }: { application: Application }) {
  const router = useRouter()
  return (
    <RollBack
      application={application}
      size="small"
      // The page of the plan shows the steps of its roll-back.
      onStarted={(rollBack) => router.push(`/changes/${rollBack.planId}`)}
    />
  )
}
