'use client'

import { useId } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** A time zone by its IANA name, with all of them to choose from. */
export function TimeZoneField({
  timeZone,
  error,
  onChange,
}: {
  timeZone: string
  error?: string
  onChange: (timeZone: string) => void
}) {
  const listId = useId()
  return (
    <Field label="Time zone" error={error} className="w-64 max-w-full">
      <Input
        list={listId}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={timeZone}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Field>
  )
}
