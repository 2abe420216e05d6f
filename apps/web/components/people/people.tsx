'use client'

import type { AccountLink, Person } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'
import { LinkToPassOn } from './link-to-pass-on.tsx'
import { personColumns } from './person-columns.tsx'

/** Everyone who has access, what they may do, and the way in for others. */
export function People() {
  const people = useApi('listPeople')
  const [inviting, setInviting] = useState(false)
  return (
    <Card>
      <CardHeader
        title="People"
        description={people.data ? headline(people.data.data) : undefined}
        action={
          <Button look="primary" size="small" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden /> Invite someone
          </Button>
        }
      />
      <div className="pt-3 pb-2">
        {people.data ? (
          <DataTable
            caption="People"
            columns={personColumns}
            rows={people.data.data}
            rowId={({ id }) => id}
          />
        ) : people.error ? (
          <ProblemAlert error={people.error} onRetry={() => people.refetch()} />
        ) : (
          <SkeletonLines lines={3} label="Loading the people" />
        )}
      </div>
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </Card>
  )
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<{ link: AccountLink; email: string } | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={invited ? 'The invitation is ready' : 'Invite someone'}
      description={invited ? undefined : 'They choose their own password by a one-time link.'}
    >
      {invited ? (
        <LinkToPassOn link={invited.link} to={invited.email} onDone={onClose} />
      ) : (
        <InviteForm onInvited={setInvited} />
      )}
    </Dialog>
  )
}

/** `4 people with access, 1 of them an administrator; 1 invited.` */
export function headline(people: readonly Person[]): string {
  const active = people.filter(({ state }) => state === 'active')
  const invited = people.filter(({ state }) => state === 'invited')
  const administrators = active.filter(({ grants, providerGrants }) =>
    [...grants, ...providerGrants].some(({ role }) => role === 'administrator'),
  )
  const warning =
    administrators.length === 1
      ? ' If that account is lost, only someone on the machine itself can restore access.'
      : ''
  return `${formatCounted(active.length, 'person', 'people')} with access, ${formatCounted(administrators.length, 'administrator')} among them${invited.length > 0 ? `; ${invited.length} invited` : ''}.${warning}`
}
