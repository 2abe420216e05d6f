'use client'

import { Switch as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { BesideLabel } from './beside-label.tsx'

export function Switch({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <BesideLabel
      label={<span className="font-medium">{label}</span>}
      hint={hint}
      control={(tie) => (
        <Radix.Root
          {...tie}
          checked={checked}
          onCheckedChange={onChange}
          disabled={disabled}
          className="mt-0.5 h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Radix.Thumb className="block size-4 translate-x-1 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[1.1rem] data-[state=checked]:bg-on-accent" />
        </Radix.Root>
      )}
    />
  )
}
