'use client'

import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { QrCode } from './qr-code.tsx'

/** Shows the new secret and asks for its first code. */
export function AppSetUp({
  secret,
  uri,
  onDone,
}: {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[] | null) => void
}) {
  const [code, setCode] = useState('')
  const confirm = useApiMutation('confirmApp', { invalidates: ['getSecondFactors'] })

  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate({ body: { code } }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
  }

  return (
    <form noValidate method="post" className="max-w-md space-y-4" onSubmit={submit}>
      <p>Scan this with your authenticator app, or enter the text there by hand.</p>
      <QrCode text={uri} label="QR code with the secret for your authenticator app" />
      <p className="flex flex-wrap items-center gap-2">
        <code className="[overflow-wrap:anywhere]">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label="the secret" />
      </p>
      <Field label="Code of your authenticator app" hint="Six digits, as the app shows them now.">
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <ProblemAlert error={confirm.error} />
      <Button type="submit" look="primary" busy={confirm.isPending} disabled={!code}>
        Set up the app
      </Button>
    </form>
  )
}
