'use client'

import type { Token } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { columnsFor } from '../ui/data-table.tsx'

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
        {formatItems(row.original.scopes)}
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

function RevokeToken({ token }: { token: Token }) {
  const revoke = useApiMutation('revokeToken', { invalidates: ['listTokens'] })
  return (
    <ConfirmButton
      size="small"
      label="Revoke"
      aria-label={`Revoke ${token.name}`}
      title={`Revoke “${token.name}”?`}
      action={revoke}
      onConfirm={(close) => revoke.mutate({ params: { id: token.id } }, { onSuccess: close })}
    >
      Scripts that use it, or a token that was made with it, are refused at once. This cannot be
      taken back.
    </ConfirmButton>
  )
}

/** Whether a token is still valid, in one word. */
export function tokenState(token: Token, now = Date.now()): { word: string; tone: Tone } {
  if (token.revokedAt) return { word: 'Revoked', tone: 'neutral' }
  if (token.expiresAt && Date.parse(token.expiresAt) <= now) {
    return { word: 'Expired', tone: 'neutral' }
  }
  return { word: 'Active', tone: 'ok' }
}
