'use client'

import { ArrowDown, Check, ChevronRight, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button } from '../ui/button.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { CompareKey } from './compare-key.tsx'

/**
 * Asks the user to compare the key of a host or a guest over another channel, then to install ours
 * and to confirm. A step that is done or not reached yet is one line, which opens when pressed.
 */
export function ConfirmKey({
  machine,
  fingerprint,
  installing,
  install,
  doing,
  same,
  onSame,
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
  /** What the user says of the key to go on. */
  same: string
  onSame?: () => void
  action: string
  confirmation: { error: unknown; isPending: boolean }
  onConfirm: () => void
  /** The button for a key that differs. */
  stop: ReactNode
}) {
  // What was compared is this key; another one that comes in its place was not.
  const [comparedKey, setComparedKey] = useState<string | null>(null)
  const compared = comparedKey === fingerprint
  const [open, setOpen] = useState({ compare: true, install: false })
  return (
    <div className="space-y-4">
      <Step
        title={`1. Is this really ${machine.name}?`}
        isDone={compared}
        isOpen={open.compare}
        onToggle={(compare) => setOpen((steps) => ({ ...steps, compare }))}
      >
        <CompareKey address={machine.address} fingerprint={fingerprint} />
        <Permitted needs="hosts:write">
          <div className="flex flex-wrap gap-2 pt-1">
            <Button
              look={compared ? 'secondary' : 'primary'}
              onClick={() => {
                setComparedKey(fingerprint)
                setOpen({ compare: false, install: true })
                onSame?.()
              }}
            >
              <ArrowDown aria-hidden /> {same}
            </Button>
            {stop}
          </div>
        </Permitted>
      </Step>
      <Step
        title={`2. ${installing}`}
        isOpen={open.install}
        onToggle={(install) => setOpen((steps) => ({ ...steps, install }))}
      >
        {install}
      </Step>
      <Permitted needs="hosts:write" doing={doing}>
        <section className="space-y-2 pl-5.5">
          <h3 className={cx('font-semibold', !compared && 'text-ink-faint')}>3. Confirm</h3>
          {compared ? (
            <>
              <p className="text-sm text-ink-soft">
                With step 2 done, Steelyard can sign in. From then on it refuses any other key
                before anything is sent.
              </p>
              <ProblemAlert error={confirmation.error} />
              <Button look="primary" busy={confirmation.isPending} onClick={onConfirm}>
                <ShieldCheck aria-hidden /> {action}
              </Button>
            </>
          ) : null}
        </section>
      </Permitted>
    </div>
  )
}

function Step({
  title,
  isDone = false,
  isOpen,
  onToggle,
  children,
}: {
  title: string
  isDone?: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform [[open]>summary>&]:rotate-90"
          aria-hidden
        />
        <h3
          className={cx(
            'min-w-0 font-semibold [overflow-wrap:anywhere]',
            !isDone && !isOpen && 'text-ink-faint',
          )}
        >
          {title}
        </h3>
        {isDone ? (
          <span className="flex shrink-0 items-center gap-1 text-sm text-ok">
            <Check className="size-4" aria-hidden /> compared
          </span>
        ) : null}
      </summary>
      <div className="space-y-3 pt-3 pl-5.5">{children}</div>
    </details>
  )
}
