'use client'

import type { Recommendation } from '@steelyard/contract'
import { formatCount, formatMs, formatPrediction, formatShare } from '@steelyard/contract/format'
import { Badge } from '../../ui/badge.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { type Column, columnsFor, DataTable } from '../../ui/data-table.tsx'
import { TargetMark } from '../../ui/target-mark.tsx'
import { GainOrPrice } from '../verdict/gain-or-price.tsx'

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
    header: 'Measured',
    meta: numeric,
    cell: (cell) => formatMs(cell.getValue()),
  }),
  column.accessor('predictedBefore.ms', {
    header: 'Predicted now',
    meta: numeric,
    cell: ({ row }) => formatPrediction(row.original.predictedBefore),
  }),
  column.accessor('predictedAfter.ms', {
    header: 'Predicted then',
    meta: numeric,
    cell: ({ row }) => <strong>{formatPrediction(row.original.predictedAfter)}</strong>,
  }),
  column.display({
    id: 'change',
    header: 'Faster or slower',
    meta: numeric,
    cell: ({ row }) => <GainOrPrice domain={row.original} />,
  }),
  column.accessor('targetMs', {
    header: 'SLA target',
    cell: ({ row }) => (
      <TargetMark meets={row.original.meetsTarget} targetMs={row.original.targetMs} />
    ),
  }),
]

/** Shows every number of the recommendation, domain by domain. */
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
