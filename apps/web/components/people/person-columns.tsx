'use client'

import type { Person, PersonState } from '@steelyard/contract'
import { describeGrants } from '@steelyard/contract/plain'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { columnsFor } from '../ui/data-table.tsx'
import { PersonActions } from './person-actions.tsx'

const column = columnsFor<Person>()

const states: Record<PersonState, { word: string; tone: Tone }> = {
  active: { word: 'Active', tone: 'ok' },
  invited: { word: 'Invited', tone: 'accent' },
  deactivated: { word: 'Deactivated', tone: 'neutral' },
}

export const personColumns = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row }) => (
      <>
        <span className="font-medium">{row.original.name}</span>
        <span className="block text-xs text-ink-faint">{row.original.email}</span>
      </>
    ),
  }),
  column.accessor((person) => describeGrants([...person.grants, ...person.providerGrants]), {
    id: 'roles',
    header: 'Roles',
    cell: ({ getValue }) => (
      <span className="block max-w-72 min-w-32 in-stacked-rows:min-w-0">{getValue()}</span>
    ),
  }),
  column.accessor((person) => states[person.state].word, {
    id: 'state',
    header: 'State',
    cell: ({ row }) => {
      const { word, tone } = states[row.original.state]
      return (
        <>
          <Badge tone={tone}>{word}</Badge>
          {row.original.secondFactor ? (
            <span className="block text-xs text-ink-faint">second factor</span>
          ) : null}
        </>
      )
    },
  }),
  column.accessor((person) => person.lastSignInAt ?? '', {
    id: 'lastSignIn',
    header: 'Last sign-in',
    cell: ({ row }) => (
      <span title={formatDateTime(row.original.lastSignInAt)} className="whitespace-nowrap">
        {row.original.lastSignInAt ? formatRelative(row.original.lastSignInAt) : 'never'}
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <PersonActions person={row.original} />,
  }),
]
