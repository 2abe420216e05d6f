'use client'

import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** A button that asks before it acts; `action` is the mutation that `onConfirm` starts. */
export function ConfirmButton({
  icon: Icon,
  label,
  title,
  children,
  confirmLabel = label,
  action,
  onConfirm,
  ...looks
}: {
  icon?: LucideIcon
  label: string
  title: string
  children: ReactNode
  confirmLabel?: string
  action: { isPending: boolean; error: unknown; reset: () => void }
  onConfirm: (close: () => void) => void
} & Pick<ButtonProps, 'look' | 'size' | 'aria-label'>) {
  const [open, setOpen] = useState(false)

  // Clears the previous error before the dialog opens again.
  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    if (action.error) action.reset()
  }

  return (
    <>
      <Button {...looks} onClick={() => change(true)}>
        {Icon ? <Icon aria-hidden /> : null} {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title={title}
        confirmLabel={confirmLabel}
        busy={action.isPending}
        error={action.error}
        onConfirm={() => onConfirm(() => setOpen(false))}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
