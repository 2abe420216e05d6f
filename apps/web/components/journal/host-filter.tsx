'use client'

import { useApi } from '../../lib/use-api.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

/** Narrows a list to one host. */
export function HostFilter({
  hostId,
  onChange,
}: {
  hostId: string | undefined
  onChange: (hostId: string | undefined) => void
}) {
  const hosts = useApi('getFleet').data?.data ?? []
  const sorted = hosts.toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Field label="Host" hideLabel className="w-56">
      <Select
        value={hostId ?? ''}
        onChange={({ target: { value } }) => onChange(value || undefined)}
      >
        <option value="">All hosts</option>
        {/* Until the names have come, or for a host that is gone, the choice keeps its place. */}
        {hostId && !sorted.some(({ id }) => id === hostId) ? (
          <option value={hostId}>One host</option>
        ) : null}
        {sorted.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
