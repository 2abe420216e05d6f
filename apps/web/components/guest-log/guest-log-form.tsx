'use client'

import type { Domain, Host } from '@steelyard/contract'
import { Plug } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { bodyResolver } from '../../lib/body-resolver.ts'
import type { SentBodyOf } from '../../lib/operations.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Textarea } from '../ui/textarea.tsx'

/** Asks for the location of the log; the next step fetches and shows the guest's key. */
export function GuestLogForm({
  host,
  domain,
  submitLabel,
}: {
  host: Host
  domain: Domain
  submitLabel: string
}) {
  const known = domain.guestLog
  const form = useForm({
    resolver: bodyResolver('setGuestLog'),
    defaultValues: {
      address: known?.address ?? '',
      port: known?.port ?? 22,
      username: known?.username ?? '',
      path: known?.path ?? '',
      logFormat: known?.logFormat ?? '',
    },
  })
  const set = useApiMutation('setGuestLog', { invalidates: ['getHost'] })
  const { errors } = form.formState
  function submit({ logFormat, ...where }: SentBodyOf<'setGuestLog'>) {
    // An empty format means that it is detected.
    const body = { ...where, logFormat: logFormat?.trim() || null }
    set.mutate({ params: { id: host.id, domainId: domain.id }, body })
  }
  return (
    <Permitted needs="hosts:write" doing="setting up access logs">
      <form noValidate className="space-y-4" onSubmit={form.handleSubmit(submit)}>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
          <Field label="Address" hint="Of the guest itself" error={errors.address?.message}>
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder={`${domain.name}.example.net`}
              {...form.register('address')}
            />
          </Field>
          <Field label="Port" error={errors.port?.message}>
            <Input
              type="number"
              inputMode="numeric"
              {...form.register('port', { valueAsNumber: true })}
            />
          </Field>
        </div>
        <Field
          label="Account"
          hint="Any account of the guest that may read the log; root is not needed"
          error={errors.username?.message}
        >
          <Input autoComplete="off" spellCheck={false} {...form.register('username')} />
        </Field>
        <Field label="Path of the log" error={errors.path?.message}>
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder="/var/log/apache2/access.log"
            {...form.register('path')}
          />
        </Field>
        <Field
          label="Format of the log"
          hint="Apache’s LogFormat or nginx’s log_format string. Without it, the format is detected, and you may have to enter the unit of the durations after each recording."
          error={errors.logFormat?.message}
        >
          <Textarea
            className="font-mono text-sm"
            spellCheck={false}
            maxLength={4000}
            {...form.register('logFormat')}
          />
        </Field>
        <ProblemAlert error={set.error} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={set.isPending}>
            <Plug aria-hidden /> {submitLabel}
          </Button>
        </div>
      </form>
    </Permitted>
  )
}
