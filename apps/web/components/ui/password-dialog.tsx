'use client'

import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { ProblemAlert } from './problem-alert.tsx'

interface Confirmation {
  confirmLabel: string
  onConfirm: (password: string) => void
  busy?: boolean
  error?: unknown
}

/** Asks for the password again before a change to a host; `children` shows the change. */
export function PasswordDialog({
  open,
  onOpenChange,
  title,
  children,
  ...confirmation
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
} & Confirmation) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={children}
      initialFocus={input}
    >
      <PasswordForm {...confirmation} input={input} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A component of its own, so that the password is discarded however the dialog closes. */
function PasswordForm({
  input,
  confirmLabel,
  onConfirm,
  onCancel,
  busy = false,
  error,
}: Confirmation & { input: RefObject<HTMLInputElement | null>; onCancel: () => void }) {
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password) onConfirm(password)
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      <Field label="Your password" hint="Asked again because this changes a real host.">
        <Input
          ref={input}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          required
        />
      </Field>
      <ProblemAlert error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!password}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
