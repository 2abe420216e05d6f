'use client'

import type { Plan, PlanState } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { PlanStateBadge } from './plan-state-badge.tsx'

const column = columnsFor<Plan>()

const columns: Column<Plan>[] = [
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original } }) => (
      <PlanStateBadge state={original.state} approval={original.approval?.state} />
    ),
  }),
  column.accessor('createdAt', {
    header: 'Plan',
    cell: ({ row }) => (
      <Link
        className="font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
        href={`/changes/${row.original.id}`}
      >
        {formatRelative(row.original.createdAt)}
      </Link>
    ),
  }),
  column.accessor('hostName', { header: 'Host' }),
  column.accessor((plan) => plan.changes.filter((change) => change.changed).length, {
    id: 'changes',
    header: 'Changes',
    cell: (cell) => formatCounted(cell.getValue(), 'guest'),
  }),
  column.accessor((plan) => (plan.analysisId ? 'an analysis' : (plan.origin ?? 'set by hand')), {
    id: 'source',
    header: 'From',
  }),
]
const columnsOfOneHost = columns.filter((each) => each !== columns[2])

/** Plans, newest first: those of one host, or those that match a search and a state. */
export function PlanList({
  hostId,
  search,
  state,
}: {
  hostId?: string
  search?: string
  state?: PlanState
}) {
  const query = useApiPages('listPlans', {
    ...(hostId ? { hostId } : {}),
    ...(search ? { search } : {}),
    ...(state ? { state } : {}),
  })
  return (
    <PagedTable
      query={query}
      caption="Plans, newest first"
      columns={hostId ? columnsOfOneHost : columns}
      loading="Loading the plans"
      problem="The plans could not be loaded"
      dense
      empty={
        search || state ? (
          <EmptyState icon={ClipboardList} title="No plan matches" />
        ) : (
          <EmptyState icon={ClipboardList} title="No plans yet">
            A plan starts from a recommendation, or from weights set by hand on the page of a host.
          </EmptyState>
        )
      }
    />
  )
}
