'use client'

import type { Host } from '@steelyard/contract'
import { Plug } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { bodyResolver } from '../../../lib/body-resolver.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { ConnectionFields } from './connection-fields.tsx'

export interface ConnectFormProps {
  host: Host
  submitLabel: string
}

/** The first step of enrolment asks for the host's address; the next fetches and shows its key. */
export function ConnectForm({ host, submitLabel }: ConnectFormProps) {
  const { address, port, username } = host.connection
  const form = useForm({
    resolver: bodyResolver('connectHost'),
    defaultValues: { address: address ?? '', port: port ?? 22, username: username ?? 'root' },
  })
  const connect = useApiMutation('connectHost', { invalidates: ['getHost'] })
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={form.handleSubmit((body) => connect.mutate({ params: { id: host.id }, body }))}
    >
      <ConnectionFields register={form.register} errors={form.formState.errors} />
      <ProblemAlert error={connect.error} />
      <Button type="submit" look="primary" busy={connect.isPending}>
        <Plug aria-hidden /> {submitLabel}
      </Button>
    </form>
  )
}
