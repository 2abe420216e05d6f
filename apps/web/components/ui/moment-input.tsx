'use client'

import { type ComponentProps, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { inputInWords } from '../../lib/local-time.ts'
import { Input } from './input.tsx'

interface MomentInputProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> {
  type: 'date' | 'datetime-local' | 'time'
  value?: string
  defaultValue?: string
}

/**
 * The browser's own input of a day, a time or both. It has the order of the browser's language, so
 * what was chosen is written over it as all pages write it, except while it is being changed.
 */
export function MomentInput({ className, onChange, ...rest }: MomentInputProps) {
  const [entered, setEntered] = useState(rest.defaultValue ?? '')
  const words = inputInWords(rest.value ?? entered)
  return (
    <span className="relative block">
      <Input
        className={cx('peer', words && 'not-focus:text-transparent', className)}
        onChange={(event) => {
          setEntered(event.target.value)
          onChange?.(event)
        }}
        {...rest}
      />
      <span
        aria-hidden
        className="tabular pointer-events-none absolute inset-y-0 left-3 flex items-center whitespace-nowrap peer-focus:hidden forced-colors:hidden"
      >
        {words}
      </span>
    </span>
  )
}
