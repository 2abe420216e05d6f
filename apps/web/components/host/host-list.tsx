'use client'

import { type Host, listHosts } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { Server } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { ConnectionBadge } from './connection/connection-badge.tsx'

const column = columnsFor<Host>()

const columns: Column<Host>[] = [
  column.accessor('name', {
    header: 'Host',
    cell: ({ row }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link
          className="font-medium text-accent underline-offset-4 hover:underline"
          href={`/hosts/${row.original.id}`}
        >
          {row.original.name}
        </Link>
        {row.original.isSample ? <Badge>sample</Badge> : null}
      </span>
    ),
  }),
  column.accessor('verdict', {
    header: 'Verdict',
    cell: (cell) => <VerdictBadge verdict={cell.getValue()} />,
  }),
  column.accessor((host) => host.connection.state, {
    id: 'connection',
    header: 'Connection',
    cell: (cell) => <ConnectionBadge state={cell.getValue()} />,
  }),
  column.accessor((host) => host.scheduler ?? '', {
    id: 'scheduler',
    header: 'Scheduler',
    cell: (cell) => cell.getValue() || '–',
  }),
  column.accessor((host) => host.domains.filter((domain) => !domain.gone).length, {
    id: 'domains',
    header: 'Domains',
    meta: { numeric: true },
    cell: (cell) => formatCount(cell.getValue()),
  }),
  column.accessor((host) => host.latestAnalysis?.createdAt ?? '', {
    id: 'analysed',
    header: 'Analysed',
    cell: ({ row }) => (
      <span className="whitespace-nowrap">
        {formatRelative(row.original.latestAnalysis?.createdAt)}
      </span>
    ),
  }),
]

export function HostList() {
  const query = useApiPages(listHosts)
  return (
    <PagedTable
      query={query}
      caption="All hosts"
      columns={columns}
      loading="Loading the hosts"
      lines={4}
      problem="The hosts could not be loaded"
      empty={<NoHosts />}
    />
  )
}

function NoHosts() {
  return (
    <EmptyState
      icon={Server}
      title="No hosts yet"
      action={
        <Permitted needs="hosts:write">
          <Button look="primary" asChild>
            <Link href="/hosts/new">Add a host</Link>
          </Button>
        </Permitted>
      }
    >
      A host can be analysed from uploaded files at once and connected later.
    </EmptyState>
  )
}
