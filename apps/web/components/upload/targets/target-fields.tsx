'use client'

import { Controller, useFormContext } from 'react-hook-form'
import type { AnalysisForm } from '../../../lib/uploads/analysis-form.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export function TargetFields({ guests }: { guests: string[] }) {
  const { register, control, formState } = useFormContext<AnalysisForm>()
  const { errors } = formState
  return (
    <Card>
      <CardHeader
        title="SLA targets"
        description="A domain misses its target when the 95th percentile of its windows is above it."
      />
      <ul className="divide-y divide-line">
        {guests.map((domain, row) => (
          <li
            key={domain}
            className="grid items-start gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[1fr_11rem_11rem] sm:px-6"
          >
            <p className="font-medium [overflow-wrap:anywhere] sm:pt-8">{domain}</p>
            <Field
              label={
                <>
                  Response time<span className="sr-only"> of {domain}</span>
                </>
              }
              error={errors.targets?.[row]?.responseTimeMs?.message}
            >
              <Input
                inputMode="decimal"
                unit="ms"
                placeholder="none"
                {...register(`targets.${row}.responseTimeMs`)}
              />
            </Field>
            <Field
              label={
                <>
                  Throughput<span className="sr-only"> of {domain}</span>
                </>
              }
              error={errors.targets?.[row]?.throughputPerSecond?.message}
            >
              <Input
                inputMode="decimal"
                unit="/s"
                placeholder="none"
                {...register(`targets.${row}.throughputPerSecond`)}
              />
            </Field>
          </li>
        ))}
      </ul>
      <CardBody className="border-t border-line">
        <Controller
          control={control}
          name="rememberTargets"
          render={({ field }) => (
            <Checkbox
              label="Keep these targets on the host for the next analyses"
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </CardBody>
    </Card>
  )
}
