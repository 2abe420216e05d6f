'use client'

import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** A number that must be given, checked by the browser itself. */
export function NumberInput({
  label,
  unit,
  value,
  min = 0,
  max,
  onChange,
}: {
  label: string
  unit: string
  value: string
  min?: number
  max?: number
  onChange: (text: string) => void
}) {
  return (
    <Field label={`${label}, ${unit}`}>
      <Input
        type="number"
        step="any"
        required
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
