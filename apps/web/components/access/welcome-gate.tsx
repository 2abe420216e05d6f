'use client'

import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { bodyResolver } from '../../lib/body-resolver.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AccessFrame } from './access-frame.tsx'
import { Or, Providers } from './ways-in.tsx'

interface OpenedLink {
  kind: 'invite' | 'reset'
  email: string
  name: string
}

/** The page of an invitation or of a reset: whom it is for, then the password. */
export function WelcomeGate() {
  const token = useLinkToken()
  const { mutate, data, error } = useApiMutation('openAccountLink')
  useEffect(() => {
    if (token !== null) mutate({ body: { token } })
  }, [mutate, token])
  if (error) {
    return (
      <AccessFrame title="Welcome to Steelyard">
        <LinkRefused />
      </AccessFrame>
    )
  }
  if (!data || token === null) {
    return (
      <AccessFrame title="Welcome to Steelyard">
        <SkeletonLines label="Reading the link" />
      </AccessFrame>
    )
  }
  const isInvite = data.kind === 'invite'
  return (
    <AccessFrame
      title={isInvite ? `Welcome to Steelyard, ${data.name}` : 'Choose a new password'}
      description={isInvite ? 'Choose how you sign in.' : data.name}
    >
      {isInvite ? <InvitedWays /> : null}
      <PasswordOfLink token={token} link={data} />
    </AccessFrame>
  )
}

/** Whoever is invited can come by a provider instead, which knows them by their address. */
function InvitedWays() {
  const { data } = useApi('getSignInWays')
  if (!data || data.providers.length === 0) return null
  return (
    <div className="mb-5 space-y-5">
      <Providers providers={data.providers} next="/" />
      <Or />
    </div>
  )
}

function PasswordOfLink({ token, link }: { token: string; link: OpenedLink }) {
  const accept = useApiMutation('acceptAccountLink')
  const form = useForm({
    resolver: bodyResolver('acceptAccountLink'),
    defaultValues: { token, password: '' },
  })
  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={form.handleSubmit((body) =>
        accept.mutate(
          { body },
          { onSuccess: ({ step }) => location.assign(step === 'complete' ? '/' : '/sign-in') },
        ),
      )}
    >
      <Field label="E-mail address">
        <Input type="email" autoComplete="username" readOnly value={link.email} />
      </Field>
      <Field
        label="Password"
        hint="At least 12 characters, and not easily guessed: four words that do not belong together are good."
        error={form.formState.errors.password?.message}
      >
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <ProblemAlert error={accept.error} />
      <Button
        type="submit"
        look="primary"
        className="w-full"
        busy={accept.isPending || accept.isSuccess}
      >
        {link.kind === 'invite' ? 'Start' : 'Change the password and sign in'}
      </Button>
      {link.kind === 'reset' ? (
        <p className="text-sm text-ink-soft">
          All your sessions end, and all your API tokens are revoked.
        </p>
      ) : null}
    </form>
  )
}

function LinkRefused() {
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
      <p>
        A link works once and for a limited time, and a newer one replaces it. Ask your
        administrator for another one.
      </p>
    </Alert>
  )
}
