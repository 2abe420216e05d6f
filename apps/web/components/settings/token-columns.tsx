'use client'

import type { Token } from '@steelyard/contract'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { columnsFor } from '../ui/data-table.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { tokenState } from './token-state.ts'

const column = columnsFor<Token>()

export const tokenColumns = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row }) => (
      <>
        <span className="font-medium">{row.original.name}</span>
        <code className="block text-xs text-ink-faint">{row.original.prefix}…</code>
      </>
    ),
  }),
  column.accessor((token) => tokenState(token).word, {
    id: 'state',
    header: 'State',
    cell: ({ row }) => {
      const { word, tone } = tokenState(row.original)
      return <Badge tone={tone}>{word}</Badge>
    },
  }),
  column.accessor((token) => token.scopes.join(' '), {
    id: 'scopes',
    header: 'Scopes',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="block max-w-72 min-w-40 text-ink-soft">
        {row.original.scopes.join(', ')}
      </span>
    ),
  }),
  column.accessor((token) => token.lastUsedAt ?? '', {
    id: 'lastUsed',
    header: 'Last used',
    cell: ({ row }) => (
      <span title={formatDateTime(row.original.lastUsedAt)} className="whitespace-nowrap">
        {row.original.lastUsedAt ? formatRelative(row.original.lastUsedAt) : 'never'}
      </span>
    ),
  }),
  column.accessor((token) => token.expiresAt ?? '', {
    id: 'expires',
    header: 'Expires',
    cell: ({ row }) => (
      <span title={formatDateTime(row.original.expiresAt)} className="whitespace-nowrap">
        {row.original.expiresAt ? formatRelative(row.original.expiresAt) : 'never'}
      </span>
    ),
  }),
  column.display({
    id: 'revoke',
    header: () => <span className="sr-only">Revoke</span>,
    cell: ({ row }) => (row.original.revokedAt ? null : <RevokeToken token={row.original} />),
  }),
]
