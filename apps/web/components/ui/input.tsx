'use client'

import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'
import { useFieldProps } from './field.tsx'

export const controlLook =
  'w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint disabled:opacity-55 aria-invalid:border-danger'

interface InputProps extends ComponentProps<'input'> {
  /** The unit after the value, such as `ms`. */
  unit?: string
}

export function Input({ className, unit, ...rest }: InputProps) {
  const field = useFieldProps()
  const input = (
    <input
      {...field}
      className={cx(controlLook, 'h-10 tabular', unit && 'pr-12', className)}
      {...rest}
    />
  )
  if (!unit) return input
  return (
    <span className="relative block">
      {input}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-ink-faint"
      >
        {unit}
      </span>
    </span>
  )
}
