'use client'

import { listHosts } from '@steelyard/contract'
import { useEffect, useState } from 'react'
import { useApiPages } from '../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NewHostForm } from './new-host-form.tsx'

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
      <CardHeader title="Host" description="Whose traces and logs these are." />
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
