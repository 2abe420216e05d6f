'use client'

import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import type { Faults, NumberName, PolicyDraft } from './policy-draft.ts'

export interface NumberProps {
  numbers: PolicyDraft['numbers']
  faults: Faults
  onChange: (numbers: PolicyDraft['numbers']) => void
}

/** One number of the policy, with its unit and what it does. */
export function NumberField({
  name,
  label,
  hint,
  unit,
  numbers,
  faults,
  onChange,
}: NumberProps & { name: NumberName; label: string; hint: string; unit?: string }) {
  return (
    <Field label={label} hint={hint} error={faults[name]}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        unit={unit}
        value={numbers[name]}
        onChange={(event) => onChange({ ...numbers, [name]: event.target.value })}
      />
    </Field>
  )
}
