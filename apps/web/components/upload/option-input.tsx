'use client'

import { useFormContext } from 'react-hook-form'
import type { AnalysisForm } from '../../lib/analysis-form.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type TextOption = 'name' | 'windowSeconds' | 'stepShare' | 'timeLimitSeconds' | 'from' | 'to'

export function OptionInput({
  name,
  label,
  hint,
  unit,
  type = 'text',
}: {
  name: TextOption
  label: string
  hint?: string
  unit?: string
  type?: 'text' | 'datetime-local'
}) {
  const { register, formState } = useFormContext<AnalysisForm>()
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      <Input
        type={type}
        step={type === 'datetime-local' ? 1 : undefined}
        unit={unit}
        inputMode={unit ? 'decimal' : undefined}
        {...register(name)}
      />
    </Field>
  )
}
