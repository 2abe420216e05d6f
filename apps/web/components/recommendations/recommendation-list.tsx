'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { formatUncertainPercent, UNKNOWN } from '@steelyard/contract/format'
import { Scale } from 'lucide-react'
import Link from 'next/link'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { type Column, columnsFor } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Name } from '../ui/name.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { RecommendationStateBadge } from './recommendation-state-badge.tsx'
import { headlineOf } from './recommendation-words.ts'

const column = columnsFor<HostRecommendation>()
const link = 'text-accent underline-offset-4 hover:underline'

const columns: Column<HostRecommendation>[] = [
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <RecommendationStateBadge state={getValue()} />,
  }),
  column.accessor(headlineOf, {
    id: 'change',
    header: 'Recommendation',
    cell: ({ row: { original }, getValue }) => (
      <Link
        className={`block min-w-48 font-medium ${link}`}
        href={`/recommendations/${original.id}`}
      >
        {getValue()}
      </Link>
    ),
  }),
  column.accessor('hostName', {
    header: 'Host',
    cell: ({ getValue }) => <Name className="max-w-52">{getValue()}</Name>,
  }),
  column.accessor('gain', {
    header: 'Predicted gain',
    meta: { numeric: true },
    cell: ({ row: { original } }) =>
      original.gain === null
        ? UNKNOWN
        : formatUncertainPercent(original.gain, original.gainUncertainty),
  }),
  column.accessor('createdAt', {
    header: 'Made',
    cell: ({ getValue }) => (
      <time
        dateTime={getValue()}
        title={formatDateTime(getValue())}
        className="whitespace-nowrap text-ink-soft"
      >
        {formatRelative(getValue())}
      </time>
    ),
  }),
  column.display({
    id: 'links',
    header: 'More',
    cell: ({ row: { original } }) => <RowLinks recommendation={original} />,
  }),
]

function RowLinks({
  recommendation: { hostId, analysisId, planId },
}: {
  recommendation: HostRecommendation
}) {
  return (
    <span className="flex gap-3 whitespace-nowrap">
      {analysisId ? (
        <Link className={link} href={hostPath(hostId, '', analysisId)}>
          Analysis
        </Link>
      ) : null}
      {planId ? (
        <Link className={link} href={`/changes/${planId}`}>
          Plan
        </Link>
      ) : null}
    </span>
  )
}

/** What was recommended, newest first, for all hosts or one. */
export function RecommendationList({ hostId }: { hostId?: string }) {
  const query = useApiPages('listRecommendations', hostId ? { hostId } : {}, {
    refetchInterval: 30_000,
  })
  return (
    <PagedTable
      query={query}
      caption="Recommendations, newest first"
      columns={columns}
      sortable={false}
      dense
      loading="Loading the recommendations"
      problem="The recommendations could not be loaded"
      empty={
        <EmptyState icon={Scale} title="Nothing was recommended yet">
          Watch a host and give it a policy: when a target is missed, weights are recommended here.
        </EmptyState>
      }
    />
  )
}
