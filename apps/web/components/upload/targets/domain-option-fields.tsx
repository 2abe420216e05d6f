'use client'

import { Controller, useFormContext } from 'react-hook-form'
import type { AnalysisForm } from '../../../lib/uploads/analysis-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

const columns = [
  { name: 'weight', label: 'Weight', placeholder: 'as recorded' },
  { name: 'minShare', label: 'Smallest share', placeholder: 'none' },
  { name: 'maxShare', label: 'Largest share', placeholder: 'none' },
] as const

/** Constraints: weights in force, bounds, and domains whose weights must not change. */
export function DomainOptionFields({
  guests,
  weightWords,
}: {
  guests: string[]
  /** Describes a domain's weight as far as it is known, with its source. */
  weightWords: (domain: string) => string
}) {
  const { register, control, formState } = useFormContext<AnalysisForm>()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Per guest</legend>
      <ul className="divide-y divide-line">
        {guests.map((domain, row) => (
          <li
            key={domain}
            className="grid items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_repeat(3,8.5rem)_auto]"
          >
            <p className="font-medium [overflow-wrap:anywhere] sm:pt-8">
              {domain}
              <span className="block text-sm font-normal text-ink-faint">
                {weightWords(domain)}
              </span>
            </p>
            {columns.map(({ name, label, placeholder }) => (
              <Field
                key={name}
                label={
                  <>
                    {label}
                    <span className="sr-only"> of {domain}</span>
                  </>
                }
                error={formState.errors.domains?.[row]?.[name]?.message}
              >
                <Input
                  inputMode="decimal"
                  placeholder={placeholder}
                  {...register(`domains.${row}.${name}`)}
                />
              </Field>
            ))}
            <div className="sm:pt-8">
              <Controller
                control={control}
                name={`domains.${row}.excluded`}
                render={({ field }) => (
                  <Checkbox
                    label={
                      <>
                        Keep as it is<span className="sr-only">: {domain}</span>
                      </>
                    }
                    checked={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            </div>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
