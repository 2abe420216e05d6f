'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'
import { useFieldProps } from './field.tsx'
import { controlLook } from './input.tsx'

/** The platform's own select works on phones, with screen readers and by keyboard. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldProps()
  return (
    <span className="relative block">
      <select
        {...field}
        className={cx(controlLook, 'h-10 appearance-none truncate pr-9', className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-faint"
      />
    </span>
  )
}
