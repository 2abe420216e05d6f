'use client'

import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { CompareKey } from './compare-key.tsx'

/**
 * Asks the user to compare the key of a host or a guest over another channel and to install ours,
 * and then to confirm.
 */
export function ConfirmKey({
  machine,
  fingerprint,
  installing,
  install,
  doing,
  claim,
  action,
  confirmation,
  onConfirm,
  stop,
}: {
  machine: { name: string; address: string | null }
  fingerprint: string
  /** The title of what is to be installed. */
  installing: string
  install: ReactNode
  /** What needs the permission, for users who lack it. */
  doing: string
  /** What the user confirms. */
  claim: string
  action: string
  confirmation: { error: unknown; isPending: boolean }
  onConfirm: () => void
  /** The button for a key that differs. */
  stop: ReactNode
}) {
  const [compared, setCompared] = useState(false)
  return (
    <div className="space-y-7">
      <section className="space-y-3">
        <h3 className="font-semibold">1. Is this really {machine.name}?</h3>
        <CompareKey address={machine.address} fingerprint={fingerprint} />
      </section>
      <section className="space-y-3">
        <h3 className="font-semibold">2. {installing}</h3>
        {install}
      </section>
      <Permitted needs="hosts:write" doing={doing}>
        <section className="space-y-4">
          <h3 className="font-semibold">3. Confirm</h3>
          <Checkbox
            label={claim}
            hint="From now on any other key is refused before anything is sent."
            checked={compared}
            onChange={setCompared}
          />
          <ProblemAlert error={confirmation.error} />
          <div className="flex flex-wrap gap-2">
            <Button
              look="primary"
              disabled={!compared}
              busy={confirmation.isPending}
              onClick={onConfirm}
            >
              <ShieldCheck aria-hidden /> {action}
            </Button>
            {stop}
          </div>
        </section>
      </Permitted>
    </div>
  )
}
