'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type Domain, type Host, Statistic } from '@steelyard/contract'
import { formatStatistic } from '@steelyard/contract/format'
import { STATISTICS } from '@steelyard/contract/plain'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { parseDecimal } from '../../lib/parse-number.ts'
import { targetWindows, windowSecondsOf } from '../../lib/target-windows.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'

export const targetsSchema = z.object({
  statistic: Statistic,
  window: z.string().transform(windowSecondsOf),
  rows: z.array(
    z.object({
      responseTimeMs: optionalPositive(86_400_000),
      throughputPerSecond: optionalPositive(1e9),
      isSoft: z.boolean(),
    }),
  ),
})

type TargetsInput = z.input<typeof targetsSchema>
type TargetsValues = z.output<typeof targetsSchema>

export function TargetsDialog({
  host,
  guests,
  onClose,
}: {
  host: Host
  guests: Domain[]
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Targets"
      description="New analyses start from these. Leave a field empty for no target."
    >
      <TargetsForm host={host} guests={guests} onSaved={onClose} />
    </Dialog>
  )
}

function TargetsForm({
  host,
  guests,
  onSaved,
}: {
  host: Host
  guests: Domain[]
  onSaved: () => void
}) {
  const form = useForm<TargetsInput, unknown, TargetsValues>({
    resolver: zodResolver(targetsSchema),
    defaultValues: targetsInput(host, guests),
  })
  const save = useApiMutation('setDomainTargets', { invalidates: ['getHost'] })
  const errors = form.formState.errors.rows
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={form.handleSubmit(async ({ rows, statistic, window: windowSeconds }) => {
        const targets = guests.flatMap((domain, index) => {
          const row = rows[index]
          return row ? [{ domain: domain.name, ...row }] : []
        })
        const body = { targets, statistic, windowSeconds }
        try {
          await save.mutateAsync({ params: { id: host.id }, body })
          onSaved()
        } catch {
          // The mutation's own state shows the error.
        }
      })}
    >
      <div className="grid gap-3">
        <Field label="Response times are">
          <Select {...form.register('statistic')}>
            {STATISTICS.map((statistic) => (
              <option key={statistic} value={statistic}>
                the {formatStatistic(statistic, null)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Targets must hold">
          <Select {...form.register('window')}>
            {targetWindows(form.watch('window')).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {guests.map((domain, index) => (
        <fieldset key={domain.id} className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 font-medium">{domain.name}</legend>
          <Field label="Response time" error={errors?.[index]?.responseTimeMs?.message}>
            <Input
              inputMode="decimal"
              unit="ms"
              {...form.register(`rows.${index}.responseTimeMs`)}
            />
          </Field>
          <Field label="Throughput" error={errors?.[index]?.throughputPerSecond?.message}>
            <Input
              inputMode="decimal"
              unit="/s"
              {...form.register(`rows.${index}.throughputPerSecond`)}
            />
          </Field>
          <Controller
            control={form.control}
            name={`rows.${index}.isSoft`}
            render={({ field }) => (
              <Checkbox
                label="Soft target"
                hint="The response time may be exceeded so that others meet their targets."
                checked={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </fieldset>
      ))}
      <ProblemAlert error={save.error} />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={save.isPending}>
          Save targets
        </Button>
      </div>
    </form>
  )
}

/** An empty field means that nothing was promised. */
function optionalPositive(most: number) {
  return z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : (parseDecimal(text) ?? Number.NaN)))
    .refine((value) => value === null || (value > 0 && value <= most), {
      message: 'a number above 0, or empty',
    })
}

function targetsInput(host: Host, domains: readonly Domain[]): TargetsInput {
  return {
    statistic: host.targetStatistic,
    window: host.targetWindowSeconds?.toString() ?? '',
    rows: domains.map(({ target }) => ({
      responseTimeMs: target.responseTimeMs?.toString() ?? '',
      throughputPerSecond: target.throughputPerSecond?.toString() ?? '',
      isSoft: target.isSoft,
    })),
  }
}
