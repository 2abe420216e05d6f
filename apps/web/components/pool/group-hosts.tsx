'use client'

import { Boxes } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useApiMutation, useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Makes a pool of hosts that are connected over SSH. */
export function GroupHosts() {
  const router = useRouter()
  const fleet = useApiPages('listHosts', { limit: 100 })
  const group = useApiMutation('groupHosts', { invalidates: ['listPools', 'getHost'] })
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const free = fleet.data?.pages
    .flatMap(({ data }) => data)
    .filter(({ connection: { state, moves } }) => state === 'connected' && moves === null)
  return (
    <form
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        const body = { name, hostIds: [...chosen] }
        const pool = await group.mutateAsync({ body }).catch(() => null)
        if (pool) router.push(`/pools/${pool.id}`)
      }}
    >
      <Card className="max-w-3xl space-y-6 p-5 sm:p-7">
        <Field label="Name" hint="The name your colleagues use">
          <Input
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <fieldset className="space-y-3">
          <legend className="mb-2 text-sm font-medium">Hosts</legend>
          <p className="text-sm text-ink-soft">
            All of them need to reach the disks of the guests that move. Steelyard cannot see that.
          </p>
          {free?.map((host) => (
            <Checkbox
              key={host.id}
              label={host.name}
              hint={host.connection.address ?? undefined}
              checked={chosen.includes(host.id)}
              onChange={(on) =>
                setChosen(on ? [...chosen, host.id] : chosen.filter((id) => id !== host.id))
              }
            />
          ))}
          {fleet.hasNextPage ? (
            <Button
              type="button"
              size="small"
              busy={fleet.isFetchingNextPage}
              onClick={() => void fleet.fetchNextPage()}
            >
              Show more hosts
            </Button>
          ) : null}
          {free && free.length < 2 && !fleet.hasNextPage ? (
            <p className="text-sm">
              A pool takes two hosts that are connected over SSH and in no pool yet.{' '}
              <InlineLink href="/hosts/new">Add a host</InlineLink> or connect one on its page.
            </p>
          ) : null}
        </fieldset>
        <ProblemAlert error={fleet.error} />
        <ProblemAlert error={group.error} title="The hosts could not be grouped" />
        <Button
          type="submit"
          look="primary"
          size="large"
          disabled={name.trim() === '' || chosen.length < 2}
          busy={group.isPending || group.isSuccess}
        >
          <Boxes aria-hidden /> Make the pool
        </Button>
      </Card>
    </form>
  )
}
