'use client'

import { type ReactNode, useId } from 'react'

/** A small control with a label and hint next to it, associated for screen readers. */
export function BesideLabel({
  label,
  hint,
  hideLabel = false,
  control,
}: {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  /** Renders the control with the attributes that associate it with its label and hint. */
  control: (tie: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className="flex items-start gap-3">
      {control({ id, 'aria-describedby': hintId })}
      <div className={hideLabel ? 'sr-only' : 'min-w-0'}>
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p id={hintId} className="text-sm text-ink-faint">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}
