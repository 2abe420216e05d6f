'use client'

import type { AccountLink, Grant } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { GrantsField } from './grants-field.tsx'

export function InviteForm({
  onInvited,
}: {
  onInvited: (invited: { link: AccountLink; email: string }) => void
}) {
  const invite = useApiMutation('invitePerson', { invalidates: ['listPeople'] })
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [grants, setGrants] = useState<Grant[]>([{ role: 'viewer', tag: null }])

  function submit(event: FormEvent) {
    event.preventDefault()
    invite.mutate(
      { body: { name, email, grants } },
      { onSuccess: ({ link }) => onInvited({ link, email }) },
    )
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      <Field label="Name">
        <Input
          required
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="E-mail address" hint="The person signs in with it.">
        <Input
          required
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <GrantsField grants={grants} onChange={setGrants} />
      <ProblemAlert error={invite.error} title="The invitation could not be made" />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={invite.isPending}>
          Invite
        </Button>
      </div>
    </form>
  )
}
