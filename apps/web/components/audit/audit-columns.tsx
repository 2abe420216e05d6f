'use client'

import type { AuditEvent } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { Ban, CircleX } from 'lucide-react'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { Badge } from '../ui/badge.tsx'
import { columnsFor } from '../ui/data-table.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

const column = columnsFor<AuditEvent>()

export const auditColumns = [
  column.accessor('at', {
    header: 'When',
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">
        {formatDateTime(original.at)}
        <span className="block text-ink-faint">
          {formatRelative(original.at)}, no. {formatCount(original.sequence)}
        </span>
      </span>
    ),
  }),
  column.accessor('actor', {
    header: 'Who',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">{original.actor.name}</span>
        <Kind>{original.actor.kind}</Kind>
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
          <Kind>{original.target.kind}</Kind>
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

/** Below a name, and beside it where rows are stacked, to keep them short. */
function Kind({ children }: { children: string }) {
  return (
    <>
      {' '}
      <span className="block text-ink-faint in-stacked-rows:inline">{children}</span>
    </>
  )
}

function AuditDetail({ event }: { event: AuditEvent }) {
  const facts = {
    ...event.detail,
    ...(event.requestId ? { requestId: event.requestId } : {}),
    hash: event.hash,
  }
  return (
    <Disclosure
      summary={
        <span className="whitespace-nowrap">
          Show<span className="sr-only"> the detail of entry {event.sequence}</span>
        </span>
      }
    >
      <pre className="max-w-80 text-xs break-all whitespace-pre-wrap text-ink-soft">
        {JSON.stringify(facts, null, 2)}
      </pre>
    </Disclosure>
  )
}

const outcomeLooks = {
  refused: { icon: Ban, tone: 'warn' },
  failed: { icon: CircleX, tone: 'danger' },
} as const

function OutcomeBadge({ outcome }: { outcome: AuditEvent['outcome'] }) {
  // Nearly every entry: it must not be louder than the two that matter.
  if (outcome === 'succeeded') return <span className="text-ink-faint">{outcome}</span>
  return (
    <Badge icon={outcomeLooks[outcome].icon} tone={outcomeLooks[outcome].tone}>
      {outcome}
    </Badge>
  )
}
