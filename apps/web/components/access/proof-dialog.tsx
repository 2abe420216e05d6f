'use client'

import { type Confirmation, getSecondFactors } from '@steelyard/contract'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { askPasskey, usePasskeysWork } from '../../lib/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

interface Asked {
  /** Why it is asked. */
  hint: string
  confirmLabel: string
  onConfirm: (proof: Confirmation) => void
  busy?: boolean
  error?: unknown
}

/** Asks again who it is, by the password or a passkey; `children` shows what for. */
export function ProofDialog({
  open,
  onOpenChange,
  title,
  children,
  ...asked
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
} & Asked) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={children}
      initialFocus={input}
    >
      <ProofForm {...asked} input={input} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A component of its own, so that the password is discarded however the dialog closes. */
function ProofForm({
  input,
  hint,
  confirmLabel,
  onConfirm,
  onCancel,
  busy = false,
  error,
}: Asked & { input: RefObject<HTMLInputElement | null>; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const passkeysWork = usePasskeysWork()
  const { data: has } = useApi(getSecondFactors)
  const passkey = useMutation({
    mutationFn: askPasskey,
    onSuccess: (answer) => onConfirm({ passkey: answer }),
  })
  const hasPassword = has?.hasPassword ?? true
  const hasPasskey = passkeysWork && (has?.passkeys.length ?? 0) > 0

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
          {hasPasskey ? hint : `${hint} You have neither a password nor a passkey here.`}
        </p>
      )}
      <ProblemAlert error={error ?? passkey.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
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
