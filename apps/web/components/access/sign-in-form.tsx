'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { getSetup, signIn } from '@steelyard/contract'
import { useSearchParams } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { safeReturnPath } from '../../lib/sign-in-path.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

export function SignInForm() {
  const next = safeReturnPath(useSearchParams().get('next'))
  const setup = useApi(getSetup)
  const enter = useApiMutation(signIn)
  const form = useForm({
    resolver: zodResolver(signIn.body!),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState

  if (setup.data?.needed) {
    return (
      <Alert title="There is no administrator yet">
        <p>
          Steelyard printed a one-time link when it started, in the terminal or in the log of the
          API. Open that link to create the administrator. Restarting prints a new one.
        </p>
      </Alert>
    )
  }

  return (
    <form
      noValidate
      className="space-y-4"
      // A full page load discards every answer cached before the session began.
      onSubmit={form.handleSubmit((body) =>
        enter.mutate({ body }, { onSuccess: () => location.assign(next) }),
      )}
    >
      <Field label="E-mail address" error={errors.email && 'Enter a complete e-mail address.'}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input type="password" autoComplete="current-password" {...form.register('password')} />
      </Field>
      <ProblemAlert error={enter.error} />
      <Button
        type="submit"
        look="primary"
        className="w-full"
        busy={enter.isPending || enter.isSuccess}
      >
        Sign in
      </Button>
    </form>
  )
}
