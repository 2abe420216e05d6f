'use client'

import { ShieldCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ProofDialog } from '../access/proof-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

const DAY_MS = 86_400_000

const lifetimes = [
  { days: 7, words: '7 days' },
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 364, words: 'a year' },
]

type Proof = Parameters<ComponentProps<typeof ProofDialog>['onConfirm']>[0]

/** Asks for a person's word, and for how long it holds. */
export function GrantDialog({
  title,
  hasGrant,
  action,
  onGive,
  more,
  children,
}: {
  title: string
  hasGrant: boolean
  action: { isPending: boolean; error: unknown; reset: () => void }
  onGive: (body: Proof & { expiresAt: string }, close: () => void) => void
  /** What else is chosen. */
  more?: ReactNode
  /** What the word is given for, as items of a list. */
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState(30)

  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    action.reset()
  }

  return (
    <>
      <Button look={hasGrant ? 'secondary' : 'primary'} onClick={() => change(true)}>
        <ShieldCheck aria-hidden /> {hasGrant ? 'Give a new grant' : 'Give the grant'}
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={title}
        hint="Asked again because it counts as your signature."
        confirmLabel="Give the grant"
        busy={action.isPending}
        error={action.error}
        onConfirm={(proof) => {
          const expiresAt = new Date(Date.now() + days * DAY_MS).toISOString()
          onGive({ ...proof, expiresAt }, () => setOpen(false))
        }}
      >
        <ul className="list-disc space-y-1 pl-5">{children}</ul>
        {more ? <div className="mt-4 text-left text-ink">{more}</div> : null}
        <Field label="Ends after" className="mt-4 text-left text-ink">
          <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lifetimes.map((each) => (
              <option key={each.days} value={each.days}>
                {each.words}
              </option>
            ))}
          </Select>
        </Field>
      </ProofDialog>
    </>
  )
}
