'use client'

import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { TokenSecret } from './token-secret.tsx'

/** Asks what the token is for, then shows its secret this once. */
export function NewTokenDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [secret, setSecret] = useState<string | null>(null)

  function change(nextOpen: boolean) {
    if (!nextOpen) setSecret(null)
    onOpenChange(nextOpen)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={secret ? 'The token is ready' : 'New API token'}
      description={secret ? undefined : 'Choose the least it needs.'}
    >
      {secret ? (
        <TokenSecret secret={secret} onDone={() => change(false)} />
      ) : (
        <NewTokenForm onCreated={setSecret} onCancel={() => change(false)} />
      )}
    </Dialog>
  )
}
