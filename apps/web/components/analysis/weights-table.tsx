'use client'

import type { Recommendation } from '@steelyard/contract'
import { formatCount, formatMs, formatShare } from '../../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { type Column, columnsFor, DataTable } from '../ui/data-table.tsx'
import { BeforeAfter } from './before-after.tsx'
import { TargetMark } from './target-mark.tsx'

type DomainAdvice = Recommendation['domains'][number]

const column = columnsFor<DomainAdvice>()
const numeric = { numeric: true }

const columns: Column<DomainAdvice>[] = [
  column.accessor('domain', {
    header: 'Domain',
    cell: ({ row }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium">
        {row.original.domain}
        {row.original.excluded ? <Badge>kept as it is</Badge> : null}
      </span>
    ),
  }),
  column.accessor('weightAfter', {
    header: 'Weight',
    meta: numeric,
    cell: ({ row }) => (
      <BeforeAfter
        before={formatCount(row.original.weightBefore)}
        after={formatCount(row.original.weightAfter)}
      />
    ),
  }),
  column.accessor('shareAfter', {
    header: 'Share',
    meta: numeric,
    cell: ({ row }) => (
      <BeforeAfter
        before={formatShare(row.original.shareBefore)}
        after={formatShare(row.original.shareAfter)}
      />
    ),
  }),
  column.accessor('measuredMs', {
    header: 'Measured peak',
    meta: numeric,
    cell: (cell) => formatMs(cell.getValue()),
  }),
  column.accessor('predictedMs', {
    header: 'Predicted',
    meta: numeric,
    cell: (cell) => <strong>{formatMs(cell.getValue())}</strong>,
  }),
  column.accessor('formulaMs', {
    header: 'Unanchored',
    meta: numeric,
    cell: (cell) => formatMs(cell.getValue()),
  }),
  column.accessor('targetMs', {
    header: 'SLA target',
    cell: ({ row }) => (
      <TargetMark meets={row.original.meetsTarget} targetMs={row.original.targetMs} />
    ),
  }),
]

/** Every number of the recommendation, domain by domain. */
export function WeightsTable({ recommendation }: { recommendation: Recommendation }) {
  return (
    <DataTable
      caption="Weights before and after with predicted response times"
      columns={columns}
      rows={recommendation.domains}
      rowId={(row) => row.domain}
    />
  )
}
