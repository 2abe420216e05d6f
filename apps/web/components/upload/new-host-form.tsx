'use client'

import { createHost, listHosts } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** A name is enough to analyse; connecting the host can follow any time. */
export function NewHostForm({
  suggestedName,
  onCreated,
}: {
  suggestedName: string
  onCreated: (hostId: string) => void
}) {
  const [name, setName] = useState(suggestedName)
  const create = useApiMutation(createHost, { invalidates: [listHosts] })

  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate({ body: { name } }, { onSuccess: (host) => onCreated(host.id) })
  }

  return (
    <form onSubmit={submit} className="space-y-3">
      <div className="flex max-w-md flex-wrap items-end gap-2">
        <Field label="Name of the new host" className="flex-1 basis-56">
          <Input
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
            required
          />
        </Field>
        <Button type="submit" look="primary" busy={create.isPending} disabled={!name.trim()}>
          Create
        </Button>
      </div>
      <ProblemAlert error={create.error} />
    </form>
  )
}
