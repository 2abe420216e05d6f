'use client'

import type { Confirmation } from '@steelyard/contract'
import { type ReactNode, useState } from 'react'
import { ProofDialog } from '../access/proof-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Permitted } from '../ui/permitted.tsx'

/** The button that carries out a plan of a pool, once a person has confirmed it. */
export function StartPlan({
  label,
  look,
  doing,
  title,
  confirmLabel,
  start,
  onConfirm,
  children,
}: {
  label: string
  look?: 'primary'
  doing: string
  title: string
  confirmLabel: string
  start: { isPending: boolean; error: Error | null; reset: () => void }
  onConfirm: (proof: Confirmation, onStarted: { onSuccess: () => void }) => void
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    start.reset()
  }
  return (
    <Permitted needs="plans:apply" doing={doing}>
      <Button look={look} onClick={() => change(true)}>
        {label}
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={title}
        hint="Asked again because this changes real hosts."
        confirmLabel={confirmLabel}
        busy={start.isPending}
        error={start.error}
        onConfirm={(proof) => onConfirm(proof, { onSuccess: () => setOpen(false) })}
      >
        {children}
      </ProofDialog>
    </Permitted>
  )
}

/** Where a rule asks for a second person, and the plan is one's own. */
export function SomebodyElse() {
  return <p className="text-sm">A rule asks for a second person. Somebody else has to start it.</p>
}
