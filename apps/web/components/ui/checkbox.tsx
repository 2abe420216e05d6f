'use client'

import { Check } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
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
        <Radix.Root
          {...tie}
          checked={checked}
          onCheckedChange={(state) => onChange(state === true)}
          disabled={disabled}
          className="mt-0.5 grid size-5 shrink-0 place-items-center rounded border border-line-strong bg-surface disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Radix.Indicator>
            <Check className="size-4 text-on-accent" strokeWidth={3} aria-hidden />
          </Radix.Indicator>
        </Radix.Root>
      )}
    />
  )
}
