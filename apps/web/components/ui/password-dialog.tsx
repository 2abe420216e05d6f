'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { ProblemAlert } from './problem-alert.tsx'

/** Asks for the password again before a change to a host; `children` shows what will change. */
export function PasswordDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  onConfirm,
  busy = false,
  error,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm: (password: string) => void
  busy?: boolean
  error?: unknown
}) {
  const [password, setPassword] = useState('')

  // The password must not outlive the dialog.
  function change(nextOpen: boolean) {
    if (!nextOpen) setPassword('')
    onOpenChange(nextOpen)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password) onConfirm(password)
  }

  return (
    <Dialog open={open} onOpenChange={change} title={title} description={children}>
      <form onSubmit={submit} className="space-y-4">
        <Field label="Your password" hint="Asked again because this changes a real host.">
          <Input
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            required
          />
        </Field>
        <ProblemAlert error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!password}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
