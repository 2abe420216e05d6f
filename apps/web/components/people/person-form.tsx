'use client'

import type { Grant, Person } from '@steelyard/contract'
import { describeGrants } from '@steelyard/contract/plain'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { GrantsField } from './grants-field.tsx'

/** Name, address and roles of a person; changes hold from the person's next request on. */
export function PersonForm({ person, onSaved }: { person: Person; onSaved: () => void }) {
  const save = useApiMutation('updatePerson', { invalidates: ['listPeople'] })
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const [grants, setGrants] = useState<Grant[]>(
    hasRole(person) ? person.grants : [{ role: 'viewer', tag: null }],
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(
      { params: { id: person.id }, body: { name, email, grants } },
      { onSuccess: onSaved },
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
      <Field label="E-mail address">
        <Input
          required
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <GrantsField
        mayBeNone={person.providerGrants.length > 0}
        grants={grants}
        onChange={setGrants}
      />
      <ProviderRoles person={person} />
      <ProblemAlert error={save.error} title="The changes could not be saved" />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

function hasRole({ grants, providerGrants }: Person): boolean {
  return grants.length + providerGrants.length > 0
}

function ProviderRoles({ person: { providerGrants } }: { person: Person }) {
  if (providerGrants.length === 0) return null
  const providers = [...new Set(providerGrants.map(({ provider }) => provider))]
  return (
    <p className="text-sm text-ink-faint">
      And by groups at {new Intl.ListFormat('en').format(providers)}, renewed at each sign-in:{' '}
      {describeGrants(providerGrants)}.
    </p>
  )
}
