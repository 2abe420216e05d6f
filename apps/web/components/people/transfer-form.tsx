'use client'

import type { Person } from '@steelyard/contract'
import { formatCounted, formatItems } from '@steelyard/contract/format'
import { type FormEvent, useState } from 'react'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'

/** What a person made goes to somebody else; see `ownedBy` for the words. */
export function TransferForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const people = useApi('listPeople')
  const transfer = useApiMutation('transferPerson', { invalidates: ['listPeople'] })
  const others = (people.data?.data ?? []).filter(
    ({ id, state }) => id !== person.id && state !== 'deactivated',
  )
  const [chosen, setChosen] = useState('')
  const toId = chosen || (others[0]?.id ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    transfer.mutate({ params: { id: person.id }, body: { toId } }, { onSuccess: onDone })
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      <Field label="To" hint={`${formatItems(ownedBy(person))}. API tokens stay with their owner.`}>
        <Select value={toId} onChange={(event) => setChosen(event.target.value)}>
          {others.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name} ({email})
            </option>
          ))}
        </Select>
      </Field>
      <ProblemAlert error={transfer.error} title="Nothing was transferred" />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={transfer.isPending} disabled={toId === ''}>
          Transfer
        </Button>
      </div>
    </form>
  )
}

/** `3 uploads, 1 plan`; empty if there is nothing to transfer. */
export function ownedBy({ owns }: Pick<Person, 'owns'>): string[] {
  const counts: [number, string, string?][] = [
    [owns.uploads, 'upload'],
    [owns.analyses, 'analysis', 'analyses'],
    [owns.runs, 'run'],
    [owns.plans, 'plan'],
  ]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => formatCounted(count, one, many))
}
