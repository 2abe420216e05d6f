'use client'

import { useFormContext } from 'react-hook-form'
import type { AnalysisForm } from '../../lib/analysis-form.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type ChoiceName, choices } from './option-choices.ts'

export function OptionSelect({ name }: { name: ChoiceName }) {
  const { register } = useFormContext<AnalysisForm>()
  const { label, hint, values } = choices[name]
  return (
    <Field label={label} hint={hint}>
      <Select {...register(name)}>
        {Object.entries(values).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}
