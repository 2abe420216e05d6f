'use client'

import { listPlans, type Plan } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { formatCounted, formatRelative } from '../../lib/format.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { type Column, columnsFor, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { PlanStateBadge } from './plan-state-badge.tsx'

const column = columnsFor<Plan>()

const columns: Column<Plan>[] = [
  column.accessor('state', {
    header: 'State',
    cell: (cell) => <PlanStateBadge state={cell.getValue()} />,
  }),
  column.accessor('createdAt', {
    header: 'Plan',
    cell: ({ row }) => (
      <Link
        className="font-medium whitespace-nowrap text-accent underline-offset-4 hover:underline"
        href={`/plans/${row.original.id}`}
      >
        {formatRelative(row.original.createdAt)}
      </Link>
    ),
  }),
  column.accessor('hostName', { header: 'Host' }),
  column.accessor((plan) => plan.changes.filter((change) => change.changed).length, {
    id: 'changes',
    header: 'Changes',
    cell: (cell) => formatCounted(cell.getValue(), 'domain'),
  }),
  column.accessor((plan) => (plan.analysisId ? 'an analysis' : 'weights set by hand'), {
    id: 'source',
    header: 'From',
  }),
]
const columnsOfOneHost = columns.filter((each) => each !== columns[2])

/** Plans, newest first; of one host when `hostId` is given. */
export function PlanList({ hostId }: { hostId?: string }) {
  const query = useApiPages(listPlans, hostId ? { hostId } : {})
  if (query.error) {
    return (
      <div className="p-4 sm:p-6">
        <ProblemAlert
          error={query.error}
          title="The plans could not be loaded"
          onRetry={() => query.refetch()}
        />
      </div>
    )
  }
  if (!query.data) {
    return (
      <div className="p-6">
        <SkeletonLines label="Loading the plans" />
      </div>
    )
  }
  return (
    <>
      <DataTable
        caption="Plans, newest first"
        columns={hostId ? columnsOfOneHost : columns}
        rows={query.data.pages.flatMap((page) => page.data)}
        rowId={(row) => row.id}
        empty={
          <EmptyState icon={ClipboardList} title="No plans yet">
            A plan starts from an analysis with a recommendation, or from weights set by hand on the
            page of a host.
          </EmptyState>
        }
      />
      {query.hasNextPage ? (
        <div className="border-t border-line p-3 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}
