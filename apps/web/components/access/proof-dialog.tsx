'use client'

import { type ReactNode, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { type Asked, ProofForm } from './proof-form.tsx'

/** Asks again who it is, by the password, a passkey or the provider; `children` shows what for. */
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
