'use client'

import type { Host } from '@steelyard/contract'
import type { ChosenHost } from '../../../lib/uploads/chosen-host.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'

const NEW_HOST = 'new'

/** A host of the fleet, or the name of a new one, which the analysis creates. */
export function HostChoice({
  hosts,
  chosen,
  suggestedName,
  onChoose,
}: {
  hosts: readonly Pick<Host, 'id' | 'name'>[]
  chosen: ChosenHost
  suggestedName: string
  onChoose: (host: ChosenHost) => void
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Host">
        <Select
          value={chosen.kind === 'new' ? NEW_HOST : chosen.id}
          onChange={({ target: { value } }) =>
            onChoose(
              value === NEW_HOST
                ? { kind: 'new', name: suggestedName }
                : { kind: 'known', id: value },
            )
          }
        >
          <option value={NEW_HOST}>A new host</option>
          {hosts.map((host) => (
            <option key={host.id} value={host.id}>
              {host.name}
            </option>
          ))}
        </Select>
      </Field>
      {chosen.kind === 'new' ? (
        <Field label="Name of the new host" hint="It can be connected at any later time.">
          <Input
            value={chosen.name}
            maxLength={120}
            onChange={(event) => onChoose({ kind: 'new', name: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  )
}
