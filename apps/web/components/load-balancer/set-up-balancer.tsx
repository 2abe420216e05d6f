'use client'

import type { Host } from '@steelyard/contract'
import { Split } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isGuest } from '../../lib/is-guest.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field } from '../ui/field.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'

/** Registers a domain of a connected host as its load balancer. */
export function SetUpBalancer({ host }: { host: Host }) {
  if (host.connection.pinnedFingerprint) return <SetUpForm host={host} />
  return (
    <Card>
      <EmptyState
        icon={Split}
        title={`${host.name} is not connected yet`}
        action={
          <ButtonLink look="primary" href={`/hosts/${host.id}`}>
            Connect the host
          </ButtonLink>
        }
      >
        Idle pCPUs are read on the Xen host itself, so it has to be connected first. Then one of its
        guests can be named as the load balancer.
      </EmptyState>
    </Card>
  )
}

function SetUpForm({ host }: { host: Host }) {
  const set = useApiMutation('setLoadBalancer', { invalidates: ['listLoadBalancers', 'getHost'] })
  const [domain, setDomain] = useState('')
  const guests = host.domains.filter((each) => isGuest(each) && !each.gone)
  const chosen = domain || (guests[0]?.name ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    set.mutate({ params: { id: host.id }, body: { domain: chosen } })
  }

  return (
    <Card aria-labelledby="set-up">
      <CardHeader
        id="set-up"
        title="Set up a load balancer"
        description="Which guest distributes the requests?"
      />
      <CardBody>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-4">
          <Field label="Guest of the load balancer" className="w-full sm:w-56">
            <Select value={chosen} onChange={(event) => setDomain(event.target.value)}>
              {guests.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </Field>
          <Button type="submit" look="primary" busy={set.isPending} disabled={!chosen}>
            Set up
          </Button>
        </form>
        <div className="mt-4 empty:hidden">
          <ProblemAlert error={set.error} />
        </div>
      </CardBody>
    </Card>
  )
}
