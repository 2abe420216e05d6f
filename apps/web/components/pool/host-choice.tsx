'use client'

import { useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

interface ChosenHost {
  id: string
  name: string
  address: string | null
}

/** Which hosts are in a pool: those that are in it, and those that are connected and in no pool. */
export function HostChoice({
  members = [],
  chosen,
  onChange,
}: {
  members?: readonly ChosenHost[]
  /** The ids of the hosts that are ticked. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const fleet = useApiPages('listHosts', { limit: 100 })
  const free = fleet.data?.pages
    .flatMap(({ data }) => data)
    .filter(({ connection: { state, moves } }) => state === 'connected' && moves === null)
    // One that has just left is in both.
    .filter(({ id }) => members.every((member) => member.id !== id))
    .map(({ id, name, connection }): ChosenHost => ({ id, name, address: connection.address }))
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">Hosts</legend>
      <p className="text-sm text-ink-soft">
        All of them need to reach the disks of the guests that move. Steelyard cannot see that.
      </p>
      {[...members, ...(free ?? [])].map(({ id, name, address }) => (
        <Checkbox
          key={id}
          label={name}
          hint={address ?? undefined}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
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
      {free && members.length + free.length < 2 && !fleet.hasNextPage ? (
        <p className="text-sm">
          A pool takes two hosts that are connected over SSH and in no pool yet.{' '}
          <InlineLink href="/hosts/new">Add a host</InlineLink> or connect one on its page.
        </p>
      ) : null}
      <ProblemAlert error={fleet.error} />
    </fieldset>
  )
}
