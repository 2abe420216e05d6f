'use client'

import { createHost, listHosts } from '@steelyard/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useApiMutation, useApiPages } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const NEW_HOST = 'new'

export function HostChoice({
  hostId,
  suggestedName,
  onChoose,
}: {
  hostId: string | null
  suggestedName: string
  onChoose: (hostId: string) => void
}) {
  const pages = useApiPages(listHosts, { limit: 100 })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const hosts = pages.data?.pages.flatMap((page) => page.data) ?? []
  const [creating, setCreating] = useState(false)

  return (
    <Card>
      <CardHeader title="Host" description="The host that these traces and logs come from." />
      <CardBody className="space-y-4">
        <ProblemAlert error={pages.error} onRetry={() => pages.refetch()} />
        {pages.isPending ? (
          <Skeleton className="h-10 max-w-md" />
        ) : (
          <Field label="Host" className="max-w-md">
            <Select
              value={creating ? NEW_HOST : (hostId ?? '')}
              onChange={({ target: { value } }) => {
                setCreating(value === NEW_HOST)
                if (value && value !== NEW_HOST) onChoose(value)
              }}
            >
              <option value="" disabled>
                Choose a host
              </option>
              {hosts.map((host) => (
                <option key={host.id} value={host.id}>
                  {host.name}
                </option>
              ))}
              <option value={NEW_HOST}>A new host…</option>
            </Select>
          </Field>
        )}
        {creating ? (
          <NewHostForm
            suggestedName={suggestedName}
            onCreated={(id) => {
              setCreating(false)
              onChoose(id)
            }}
          />
        ) : null}
      </CardBody>
    </Card>
  )
}

/** A name is enough to analyse; the host can be connected at any later time. */
function NewHostForm({
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
