'use client'

import type { SignInState } from '@steelyard/contract'
import { SIGN_IN_FORM_PATH, safeReturnPath } from '@steelyard/contract/plain'
import { useSearchParams } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { bodyResolver } from '../../lib/body-resolver.ts'
import { API_BASE } from '../../lib/operations.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** What went wrong when the form was sent without scripts, by the code in the address. */
const refusals = new Map(
  Object.entries({
    'sign-in-refused': 'The e-mail address or the password is wrong.',
    'second-step-expired': 'Too much time has passed since the password. Sign in again.',
    'too-many-attempts': 'There were too many attempts. Wait some minutes, then try again.',
    invalid: 'Enter a complete e-mail address and your password.',
  }),
)

/** Also works before its scripts have loaded, or without them. */
export function SignInForm({ onEntered }: { onEntered: (state: SignInState) => void }) {
  const query = useSearchParams()
  const next = safeReturnPath(query.get('next'))
  const refusal = refusals.get(query.get('refused') ?? '')
  const setup = useApi('getSetup')
  const ways = useApi('getSignInWays')
  const enter = useApiMutation('signIn')
  const form = useForm({
    resolver: bodyResolver('signIn'),
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
      method="post"
      action={`${API_BASE}${SIGN_IN_FORM_PATH}`}
      noValidate
      className="space-y-4"
      onSubmit={form.handleSubmit((body) => enter.mutate({ body }, { onSuccess: onEntered }))}
    >
      {refusal && enter.isIdle ? (
        <Alert tone="danger" title="You are not signed in">
          {refusal}
        </Alert>
      ) : null}
      <input type="hidden" name="next" value={next} />
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
      {ways.data?.passkeys ? <PasskeyButton onEntered={onEntered} /> : null}
    </form>
  )
}
