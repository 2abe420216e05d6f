'use client'

import type { Pool } from '@steelyard/contract'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { HostChoice } from './host-choice.tsx'

export type PoolOfHosts = Pick<Pool, 'id'> & { found: Pick<NonNullable<Pool['found']>, 'hosts'> }

/** The members of a pool of hosts are ticked, and others can be. */
export function ChangeHostsForm({
  pool: { id, found },
  onChanged,
}: {
  pool: PoolOfHosts
  onChanged: () => void
}) {
  // A host that joins or leaves meanwhile must not change what somebody has ticked.
  const [members] = useState(() => found.hosts.map(({ uuid, ...host }) => ({ ...host, id: uuid })))
  const [chosen, setChosen] = useState<readonly string[]>(() => members.map((host) => host.id))
  const change = useApiMutation('setPoolHosts', {
    invalidates: ['getPool', 'listPools', 'getHost', 'listHosts'],
  })
  const isSame =
    chosen.length === members.length && members.every((host) => chosen.includes(host.id))
  return (
    <form
      method="post"
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ params: { id }, body: { hostIds: [...chosen] } }, { onSuccess: onChanged })
      }}
    >
      <HostChoice members={members} chosen={chosen} onChange={setChosen} />
      <p className="text-sm text-ink-soft">
        A host that leaves still takes guests, and the others take its, until you remove their keys
        there.
      </p>
      <ProblemAlert error={change.error} title="The hosts could not be changed" />
      <Button
        type="submit"
        look="primary"
        disabled={chosen.length < 2 || isSame}
        busy={change.isPending}
      >
        Change the hosts
      </Button>
    </form>
  )
}
