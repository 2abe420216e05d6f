'use client'

import type { SignInState } from '@steelyard/contract'
import { CODE_FORM_PATH } from '@steelyard/contract/plain'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { API_BASE } from '../../lib/operations.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const refusals: Record<string, string> = {
  'too-many-attempts': 'There were too many attempts. Wait some minutes, then try again.',
}

/** The second step of a sign-in: a passkey, a code of the app or a recovery code. */
export function CodeStep({
  methods,
  next,
  onDone,
  onStartAgain,
}: {
  methods: SignInState['methods']
  next: string
  onDone: () => void
  onStartAgain: () => void
}) {
  const [code, setCode] = useState('')
  const refused = useSearchParams().get('refused')
  const enter = useApiMutation('enterCode')
  const byApp = methods.includes('app')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code) enter.mutate({ body: { code } }, { onSuccess: onDone })
  }

  return (
    <div className="space-y-4">
      <p role="status">Your password is right. One step is missing.</p>
      {methods.includes('passkey') ? <PasskeyButton onEntered={onDone} /> : null}
      <form
        noValidate
        method="post"
        action={`${API_BASE}${CODE_FORM_PATH}`}
        className="space-y-4"
        onSubmit={submit}
      >
        {refused && enter.isIdle ? (
          <Alert tone="danger" title="You are not signed in yet">
            {refusals[refused] ?? 'This code is wrong or was used before. Try the next one.'}
          </Alert>
        ) : null}
        <input type="hidden" name="next" value={next} />
        <Field
          label={byApp ? 'Code of your authenticator app' : 'Recovery code'}
          hint={
            byApp ? 'Six digits. Without the app, enter one of your recovery codes.' : undefined
          }
        >
          <Input
            name="code"
            required
            autoFocus={!methods.includes('passkey')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <ProblemAlert error={enter.error} />
        <Button
          type="submit"
          look="primary"
          className="w-full"
          busy={enter.isPending || enter.isSuccess}
        >
          Continue
        </Button>
      </form>
      <Button look="quiet" className="w-full" onClick={onStartAgain}>
        Sign in as someone else
      </Button>
    </div>
  )
}
