'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { connectHost, getHost, type Host } from '@steelyard/contract'
import { Plug } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { formWords } from '../../../lib/form-words.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import {
  ConnectionFields,
  type ConnectionInput,
  type ConnectionValues,
  connectionSchema,
} from './connection-fields.tsx'

export interface ConnectFormProps {
  host: Host
  submitLabel: string
}

/** The first step of enrolment asks for the host's address; the next fetches and shows its key. */
export function ConnectForm({ host, submitLabel }: ConnectFormProps) {
  const { address, port, username } = host.connection
  const form = useForm<ConnectionInput, unknown, ConnectionValues>({
    resolver: zodResolver(connectionSchema, { error: formWords }),
    defaultValues: { address: address ?? '', port: port ?? 22, username: username ?? 'root' },
  })
  const connect = useApiMutation(connectHost, { invalidates: [getHost] })
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
