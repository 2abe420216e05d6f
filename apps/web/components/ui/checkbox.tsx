'use client'

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { BesideLabel } from './beside-label.tsx'

export function Checkbox({
  label,
  hint,
  hideLabel,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <BesideLabel
      label={label}
      hint={hint}
      hideLabel={hideLabel}
      control={(tie) => (
        <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
          <input
            {...tie}
            type="checkbox"
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            disabled={disabled}
            className="peer absolute inset-0 appearance-none rounded border border-line-strong bg-surface checked:border-accent checked:bg-accent disabled:opacity-55"
          />
          <Check
            className="pointer-events-none invisible relative size-4 text-on-accent peer-checked:visible"
            strokeWidth={3}
            aria-hidden
          />
        </span>
      )}
    />
  )
}
