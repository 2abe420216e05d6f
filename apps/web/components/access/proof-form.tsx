'use client'

import type { Confirmation } from '@steelyard/contract'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { askPasskey, usePasskeysWork } from '../../lib/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { buttonLook } from '../ui/button-look.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { useWaysToConfirm, type WaysToConfirm } from './use-ways-to-confirm.ts'

export interface Asked {
  /** Why it is asked. */
  hint: string
  confirmLabel: string
  onConfirm: (proof: Confirmation) => void
  busy?: boolean
  error?: unknown
}

interface FormProps extends Asked {
  input: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

/** A component of its own, so that the password is discarded however the dialog closes. */
export function ProofForm(asked: FormProps) {
  const ways = useWaysToConfirm()
  const [hasUsedProvider, setHasUsedProvider] = useState(false)
  const { provider } = ways
  if (!provider?.isConfirmed && !(hasUsedProvider && asked.busy)) {
    return <AskingForm {...asked} ways={ways} />
  }
  return (
    <ConfirmedForm
      {...asked}
      provider={provider?.name}
      onConfirm={(proof) => {
        setHasUsedProvider(true)
        ways.spendProvider()
        asked.onConfirm(proof)
      }}
    />
  )
}

/** Nothing more is asked: the provider has just confirmed the person. */
function ConfirmedForm({
  provider,
  hint,
  confirmLabel,
  onConfirm,
  onCancel,
  busy = false,
  error,
}: FormProps & { provider: string | undefined }) {
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-soft">
        {hint} Confirmed with {provider} a moment ago; this counts once.
      </p>
      <ProblemAlert error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" busy={busy} onClick={() => onConfirm({ provider: true })}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}

function AskingForm({
  ways: { hasPassword, provider, ...ways },
  input,
  hint,
  confirmLabel,
  onConfirm,
  onCancel,
  busy = false,
  error,
}: FormProps & { ways: WaysToConfirm }) {
  const [password, setPassword] = useState('')
  const passkeysWork = usePasskeysWork()
  const passkey = useMutation({
    mutationFn: askPasskey,
    onSuccess: (answer) => onConfirm({ passkey: answer }),
  })
  const hasPasskey = passkeysWork && ways.hasPasskey

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password) onConfirm({ password })
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      {hasPassword ? (
        <Field label="Your password" hint={hint}>
          <Input
            ref={input}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            required
          />
        </Field>
      ) : (
        <p className="text-sm text-ink-soft">
          {hasPasskey || provider
            ? hint
            : `${hint} You have neither a password nor a passkey here.`}
        </p>
      )}
      {provider ? (
        <p className="text-sm text-ink-soft">
          {provider.name} can confirm that it is you. It asks you to sign in again and leads back
          here, where you start over.
        </p>
      ) : null}
      <ProblemAlert error={error ?? passkey.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        {provider ? (
          <a
            href={provider.href}
            className={buttonLook({ look: hasPassword || hasPasskey ? 'secondary' : 'primary' })}
          >
            Confirm with {provider.name}
          </a>
        ) : null}
        {hasPasskey ? (
          <Button
            look={hasPassword ? 'secondary' : 'primary'}
            busy={passkey.isPending || (busy && !password)}
            onClick={() => passkey.mutate()}
          >
            <KeyRound aria-hidden /> Use a passkey
          </Button>
        ) : null}
        {hasPassword ? (
          <Button type="submit" look="primary" busy={busy} disabled={!password}>
            {confirmLabel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
