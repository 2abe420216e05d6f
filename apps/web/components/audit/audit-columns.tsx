'use client'

import type { AuditEvent } from '@steelyard/contract'
import { formatCount, formatDateTime, formatRelative } from '../../lib/format.ts'
import { columnsFor } from '../ui/data-table.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

const column = columnsFor<AuditEvent>()

export const auditColumns = [
  column.accessor('sequence', {
    header: 'No.',
    meta: { numeric: true },
    cell: ({ getValue }) => <span className="text-ink-faint">{formatCount(getValue())}</span>,
  }),
  column.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap">
        {formatDateTime(getValue())}
        <span className="block text-ink-faint">{formatRelative(getValue())}</span>
      </span>
    ),
  }),
  column.accessor('actor', {
    header: 'Who',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">{original.actor.name}</span>
        <span className="block text-ink-faint">{original.actor.kind}</span>
      </>
    ),
  }),
  column.accessor('action', {
    header: 'Action',
    cell: ({ getValue }) => <code className="whitespace-nowrap">{getValue()}</code>,
  }),
  column.accessor('target', {
    header: 'Target',
    cell: ({ row: { original } }) =>
      original.target ? (
        <>
          <span className="[overflow-wrap:anywhere]">{original.target.name ?? '–'}</span>
          <span className="block text-ink-faint">{original.target.kind}</span>
        </>
      ) : (
        '–'
      ),
  }),
  column.accessor('outcome', {
    header: 'Outcome',
    cell: ({ getValue }) => <OutcomeBadge outcome={getValue()} />,
  }),
  column.display({
    id: 'detail',
    header: 'Detail',
    cell: ({ row }) => <AuditDetail event={row.original} />,
  }),
]
