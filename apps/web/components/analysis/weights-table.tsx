'use client'

import type { Recommendation } from '@steelyard/contract'
import { formatCount, formatMs, formatShare } from '../../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { type Column, columnsFor, DataTable } from '../ui/data-table.tsx'
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
  column.accessor('weightBefore', {
    header: 'Weight now',
    meta: numeric,
    cell: (cell) => formatCount(cell.getValue()),
  }),
  column.accessor('weightAfter', {
    header: 'Weight after',
    meta: numeric,
    cell: (cell) => <strong>{formatCount(cell.getValue())}</strong>,
  }),
  column.accessor('shareBefore', {
    header: 'Share now',
    meta: numeric,
    cell: (cell) => formatShare(cell.getValue()),
  }),
  column.accessor('shareAfter', {
    header: 'Share after',
    meta: numeric,
    cell: (cell) => <strong>{formatShare(cell.getValue())}</strong>,
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
    header: 'Formula alone',
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
