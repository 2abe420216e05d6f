'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type Host, type Watch, WatchSettings } from '@steelyard/contract'
import { formatPercentTenths } from '@steelyard/contract/format'
import { Eye } from 'lucide-react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { formWords } from '../../../lib/form-words.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { GuestLogsField } from '../../recording/guest-logs-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

const logWords = {
  followed:
    'Followed over SSH all the time. After a lost connection, what they still hold is read.',
  none: 'Set logs up under Guests.',
}

/** As the contract has them by default. */
const BURSTS = { everyMinutes: 15, seconds: 20 }

/** How the host is watched: `watch` is what is set now, null for a host that is not watched yet. */
export function WatchForm({ host, watch }: { host: Host; watch: Watch | null }) {
  const form = useForm<z.input<typeof WatchSettings>, unknown, WatchSettings>({
    resolver: zodResolver(WatchSettings, { error: formWords }),
    defaultValues: WatchSettings.parse(watch ?? {}),
  })
  const set = useApiMutation('setWatch', { invalidates: ['getWatch'] })
  const trace = useWatch({ control: form.control, name: 'trace' })
  const { errors } = form.formState
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={form.handleSubmit((body) => set.mutate({ params: { id: host.id }, body }))}
    >
      <Field
        label="A sample every"
        hint="1 to 10 s. Windows are 10 s long, whatever this is. Every second takes 1 to 2 % of a pCPU on the host, every 10 s less than 0.5 %."
        error={errors.intervalSeconds?.message}
        className="max-w-xs"
      >
        <Input
          type="number"
          inputMode="numeric"
          unit="s"
          {...form.register('intervalSeconds', { valueAsNumber: true })}
        />
      </Field>
      <Controller
        control={form.control}
        name="guestLogs"
        render={({ field }) => (
          <GuestLogsField
            words={logWords}
            domains={host.domains}
            checked={field.value ?? true}
            onChange={field.onChange}
            disabled={false}
          />
        )}
      />
      <Checkbox
        label="Short bursts of xentrace"
        hint="They show how long vCPUs wait for a pCPU. A burst costs Domain-0 some CPU time and brings 0.1 to several MB per second over the connection. It is not possible while another program reads Xen’s trace buffer."
        checked={Boolean(trace)}
        onChange={(on) => form.setValue('trace', on ? (watch?.trace ?? BURSTS) : null)}
      />
      {trace ? (
        <div className="grid gap-4 pl-8 sm:max-w-md sm:grid-cols-2">
          <Field
            label="A burst every"
            hint="5 to 1,440 min"
            error={errors.trace?.everyMinutes?.message}
          >
            <Input
              type="number"
              inputMode="numeric"
              unit="min"
              {...form.register('trace.everyMinutes', { valueAsNumber: true })}
            />
          </Field>
          <Field label="It lasts" hint={shareWords(trace)} error={errors.trace?.seconds?.message}>
            <Input
              type="number"
              inputMode="numeric"
              unit="s"
              {...form.register('trace.seconds', { valueAsNumber: true })}
            />
          </Field>
        </div>
      ) : null}
      <ProblemAlert
        error={set.error}
        title={watch ? 'The watch could not be changed' : 'The watch could not be started'}
      />
      <Button type="submit" look="primary" busy={set.isPending}>
        <Eye aria-hidden /> {watch ? 'Save' : 'Watch this host'}
      </Button>
    </form>
  )
}

/** What part of the time is traced, for what is typed so far. */
function shareWords({ everyMinutes = 0, seconds = 0 }: Partial<typeof BURSTS>): string {
  const share = seconds / (everyMinutes * 60)
  return `5 to 60 s${share > 0 && share < 1 ? `: ${formatPercentTenths(share)} of the time` : ''}`
}
