'use client'

import type { Pool } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'

type Found = NonNullable<Pool['found']>

/** Xen's own, where XAPI stores none. */
const DEFAULT_WEIGHT = 256

/** Asks which weight XAPI shall store of which guest, beside the weights of the others there. */
export function PlanWeight({ poolId, found }: { poolId: string; found: Found }) {
  const [guestUuid, setGuest] = useState('')
  const [weight, setWeight] = useState('')
  const [cap, setCap] = useState('')
  const plan = useApiMutation('planStoredWeight', { invalidates: ['listWeightPlans'] })
  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = { weight: Number(weight), ...(cap === '' ? {} : { cap: Number(cap) }) }
    plan.mutate({ params: { id: poolId }, body: { guestUuid, ...wanted } })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <div className="grid items-end gap-4 sm:grid-cols-[2fr_1fr_1fr_auto]">
        <Field label="Whose weight">
          <Select required value={guestUuid} onChange={({ target }) => setGuest(target.value)}>
            <option value="">Choose one</option>
            {found.guests.map((guest) => (
              <option key={guest.uuid} value={guest.uuid}>
                {guest.name}, {placeOf(guest, found)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Stored weight">
          <Input
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={65_535}
            step={1}
            value={weight}
            onChange={({ target }) => setWeight(target.value)}
          />
        </Field>
        <Field label="Stored cap">
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={65_535}
            step={1}
            unit="%"
            placeholder="as it is"
            value={cap}
            onChange={({ target }) => setCap(target.value)}
          />
        </Field>
        <Button type="submit" busy={plan.isPending}>
          Plan to store
        </Button>
      </div>
      <Beside guestUuid={guestUuid} found={found} />
      <ProblemAlert error={plan.error} />
    </form>
  )
}

function placeOf({ hostUuid, powerState }: Found['guests'][number], { hosts }: Found): string {
  const host = hosts.find(({ uuid }) => uuid === hostUuid)
  return host ? `on ${host.name}` : powerState
}

/** What a weight means depends on the others of its host. */
function Beside({ guestUuid, found }: { guestUuid: string; found: Found }) {
  const hostUuid = found.guests.find(({ uuid }) => uuid === guestUuid)?.hostUuid
  const others = found.guests.filter(
    (each) => each.hostUuid === hostUuid && each.uuid !== guestUuid,
  )
  if (!hostUuid || others.length === 0) return null
  const said = others.map(({ name, weight }) => `${name} ${weight ?? `none (${DEFAULT_WEIGHT})`}`)
  return <p className="text-sm text-ink-soft">Stored beside it: {formatList(said)}.</p>
}
