'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type Host, startRecording } from '@steelyard/contract'
import { CircleDot } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { formWords } from '../../lib/form-words.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { GuestLogsField } from './guest-logs-field.tsx'

/** The body of `startRecording` itself, so that form and API cannot disagree. */
const schema = startRecording.body as NonNullable<typeof startRecording.body>

const logWords = {
  followed: 'Followed over SSH while the host is recorded.',
  none: 'Set logs up under Guests, or add them as files afterwards.',
}

export function RecordForm({ host, disabled }: { host: Host; disabled: boolean }) {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema, { error: formWords }),
    defaultValues: schema.parse({}),
  })
  const start = useApiMutation('startRecording', { invalidates: ['getHost', 'listUploads'] })
  const { errors } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((body) => start.mutate({ params: { id: host.id }, body }))}
    >
      <fieldset disabled={disabled} className="space-y-5">
        <legend className="sr-only">What to record</legend>
        <div className="grid gap-4 sm:max-w-md sm:grid-cols-2">
          <Field label="Record for" hint="10 to 3,600 s" error={errors.seconds?.message}>
            <Input
              type="number"
              inputMode="numeric"
              unit="s"
              {...form.register('seconds', { valueAsNumber: true })}
            />
          </Field>
          <Field label="A sample every" hint="1 to 60 s" error={errors.intervalSeconds?.message}>
            <Input
              type="number"
              inputMode="numeric"
              unit="s"
              {...form.register('intervalSeconds', { valueAsNumber: true })}
            />
          </Field>
        </div>
        <Controller
          control={form.control}
          name="trace"
          render={({ field }) => (
            <Checkbox
              label="Scheduler trace too"
              hint="Every decision of the scheduler, by xentrace. It costs Domain-0 some CPU time and from 0.1 to several MB per second. It is not possible while another program reads Xen’s trace buffer."
              checked={field.value ?? false}
              onChange={field.onChange}
              disabled={disabled}
            />
          )}
        />
        <Controller
          control={form.control}
          name="guestLogs"
          render={({ field }) => (
            <GuestLogsField
              words={logWords}
              domains={host.domains}
              checked={field.value ?? true}
              onChange={field.onChange}
              disabled={disabled}
            />
          )}
        />
        <ProblemAlert error={start.error} title="The recording could not be started" />
        <Button type="submit" look="primary" busy={start.isPending}>
          <CircleDot aria-hidden /> Record now
        </Button>
      </fieldset>
    </form>
  )
}
