'use client'

import type { Pool } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'

/** Asks which guest goes where, among the hosts that suit it. */
export function PlanMove({ pool: { id, found } }: { pool: Pool }) {
  const [guestUuid, setGuest] = useState('')
  const [toHostUuid, setHost] = useState('')
  const plan = useApiMutation('planPoolMove', { invalidates: ['listPoolMoves'] })
  const movable = found?.guests.filter(({ mayGoTo, stays }) => !stays && mayGoTo.length > 0) ?? []
  if (movable.length === 0) return <p>No guest of this pool can move now.</p>
  const guest = movable.find(({ uuid }) => uuid === guestUuid)
  const nameOf = (uuid: string | null) => found?.hosts.find((host) => host.uuid === uuid)?.name
  function submit(event: FormEvent) {
    event.preventDefault()
    plan.mutate({ params: { id }, body: { guestUuid, toHostUuid } })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label="Guest">
          <Select
            required
            value={guestUuid}
            onChange={({ target }) => {
              setGuest(target.value)
              setHost('')
            }}
          >
            <option value="">Choose one</option>
            {movable.map(({ uuid, name, hostUuid }) => (
              <option key={uuid} value={uuid}>
                {name}, on {nameOf(hostUuid)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="To host">
          <Select
            required
            disabled={!guest}
            value={toHostUuid}
            onChange={({ target }) => setHost(target.value)}
          >
            <option value="">Choose one</option>
            {guest?.mayGoTo.map((uuid) => (
              <option key={uuid} value={uuid}>
                {nameOf(uuid)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" busy={plan.isPending} disabled={!guest || toHostUuid === ''}>
          Plan the move
        </Button>
      </div>
      <ProblemAlert error={plan.error} />
    </form>
  )
}
