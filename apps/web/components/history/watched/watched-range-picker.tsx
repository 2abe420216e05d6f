'use client'

import { type FormEvent, useState } from 'react'
import { fromLocalInput, toLocalInput } from '../../../lib/local-time.ts'
import { paramsOf, type WatchRange, watchPresets } from '../../../lib/watch/watch-range.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type Changes = { watched?: string; watchedFrom?: string; watchedTo?: string }

/** A span that ends now, or two instants. */
export function WatchedRangePicker({
  range,
  onChange,
}: {
  range: WatchRange
  onChange: (changes: Changes) => void
}) {
  const [fault, setFault] = useState<string>()

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const [from, to] = ['from', 'to'].map((name) =>
      Date.parse(fromLocalInput(String(entered.get(name) ?? '')) ?? ''),
    ) as [number, number]
    const isRange = from < to
    setFault(isRange ? undefined : 'Two times, the later one last.')
    if (isRange) onChange(paramsOf({ from, to }))
  }

  const { preset, from, to } = range
  // A preset moves on while somebody types; what is typed stays.
  const key = preset ?? `${from} ${to}`
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <Segmented
        label="Range"
        options={watchPresets}
        value={preset}
        onChange={(watched) => {
          setFault(undefined)
          onChange({ watched, watchedFrom: undefined, watchedTo: undefined })
        }}
      />
      <form noValidate onSubmit={show} className="flex flex-wrap items-start gap-2">
        <Field label="From" hideLabel error={fault} className="w-56 max-w-full">
          <Instant key={key} name="from" at={from} />
        </Field>
        <Field label="To" hideLabel className="w-56 max-w-full">
          <Instant key={key} name="to" at={to} />
        </Field>
        <Button type="submit" size="small" className="min-h-9">
          Show
        </Button>
      </form>
    </div>
  )
}

function Instant({ name, at }: { name: string; at: number }) {
  return (
    <Input
      type="datetime-local"
      step={1}
      name={name}
      className="h-9"
      defaultValue={toLocalInput(new Date(at).toISOString())}
    />
  )
}
