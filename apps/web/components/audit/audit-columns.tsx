'use client'

import type { AuditEvent } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { Ban, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { columnsFor } from '../ui/data-table.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

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

function AuditDetail({ event }: { event: AuditEvent }) {
  const facts = {
    ...event.detail,
    ...(event.requestId ? { requestId: event.requestId } : {}),
    hash: event.hash,
  }
  return (
    <Disclosure
      summary={
        <>
          Show<span className="sr-only"> the detail of entry {event.sequence}</span>
        </>
      }
    >
      <pre className="max-w-80 text-xs break-all whitespace-pre-wrap text-ink-soft">
        {JSON.stringify(facts, null, 2)}
      </pre>
    </Disclosure>
  )
}

const outcomeLooks: Record<AuditEvent['outcome'], { icon: LucideIcon; tone: Tone }> = {
  // Nearly every entry: it must not be louder than the two that matter.
  succeeded: { icon: CircleCheck, tone: 'neutral' },
  refused: { icon: Ban, tone: 'warn' },
  failed: { icon: CircleX, tone: 'danger' },
}

function OutcomeBadge({ outcome }: { outcome: AuditEvent['outcome'] }) {
  return (
    <Badge icon={outcomeLooks[outcome].icon} tone={outcomeLooks[outcome].tone}>
      {outcome}
    </Badge>
  )
}
