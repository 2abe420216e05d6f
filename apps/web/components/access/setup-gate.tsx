'use client'

import { useForm } from 'react-hook-form'
import { problemOf } from '../../lib/api.ts'
import { bodyResolver } from '../../lib/body-resolver.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

export function SetupGate() {
  return <SetupOf token={useLinkToken()} />
}

/** Checks whether the link is used or incomplete before anything is typed. */
export function SetupOf({ token }: { token: string | null }) {
  const setup = useApi('getSetup')
  if (setup.error) return <ProblemAlert error={setup.error} onRetry={() => setup.refetch()} />
  if (!setup.data || token === null) return <SkeletonLines />
  if (!setup.data.needed) {
    return <SetupLinkRefused detail="The administrator has already been created." />
  }
  if (token.length < 20) {
    return <SetupLinkRefused detail="The link is incomplete: its token is missing or cut off." />
  }
  return <SetupForm token={token} />
}

function SetupForm({ token }: { token: string }) {
  const create = useApiMutation('completeSetup')
  const form = useForm({
    resolver: bodyResolver('completeSetup'),
    defaultValues: { token, name: '', email: '', password: '' },
  })
  const { errors } = form.formState
  const refusal = create.error ? problemOf(create.error) : null
  if (refusal?.code === 'link-refused') return <SetupLinkRefused detail={refusal.detail} />

  return (
    <form
      method="post"
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
        hint="At least 12 characters, and not easily guessed. You enter it again before a host is changed."
        error={errors.password?.message}
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

function SetupLinkRefused({ detail }: { detail: string }) {
  return (
    <Alert
      tone="warn"
      title="This link cannot be used"
      action={
        <ButtonLink size="small" href="/sign-in">
          Go to sign in
        </ButtonLink>
      }
    >
      <p>{detail}</p>
      <p>
        A link works once and for a limited time. While there is no administrator, restarting
        Steelyard prints a new one; otherwise sign in.
      </p>
    </Alert>
  )
}
