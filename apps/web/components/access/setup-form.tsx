'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { completeSetup } from '@steelyard/contract'
import { useForm } from 'react-hook-form'
import { problemOf } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SetupLinkRefused } from './setup-link-refused.tsx'

export function SetupForm({ token }: { token: string }) {
  const create = useApiMutation(completeSetup)
  const form = useForm({
    resolver: zodResolver(completeSetup.body!),
    defaultValues: { token, name: '', email: '', password: '' },
  })
  const { errors } = form.formState
  const refusal = create.error ? problemOf(create.error) : null
  if (refusal?.code === 'setup-link-refused') return <SetupLinkRefused detail={refusal.detail} />

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={form.handleSubmit((body) =>
        create.mutate({ body }, { onSuccess: () => location.assign('/') }),
      )}
    >
      <Field
        label="Your name"
        error={errors.name && 'Enter a name; it appears in the audit trail.'}
      >
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label="E-mail address" error={errors.email && 'Enter a complete e-mail address.'}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field
        label="Password"
        hint="At least 12 characters. It is asked again before a host is changed."
        error={errors.password && 'Use at least 12 characters.'}
      >
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <ProblemAlert error={create.error} />
      <Button
        type="submit"
        look="primary"
        className="w-full"
        busy={create.isPending || create.isSuccess}
      >
        Create the administrator
      </Button>
    </form>
  )
}
