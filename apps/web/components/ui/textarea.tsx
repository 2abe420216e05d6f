'use client'

import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'
import { useFieldProps } from './field.tsx'
import { controlLook } from './input.tsx'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps()
  return <textarea {...field} rows={3} className={cx(controlLook, 'py-2', className)} {...rest} />
}
