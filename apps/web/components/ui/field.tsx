'use client'

import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '../../lib/cx.ts'

const FieldContext = createContext<{
  id: string
  describedBy: string | undefined
  invalid: boolean
} | null>(null)

/** Attributes that associate a control with the Field around it. Empty outside a Field. */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

/** A label, control, hint and error, associated for screen readers. */
export function Field({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string
  hideLabel?: boolean
  className?: string
  children: ReactNode
}) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean)
  return (
    <FieldContext
      value={{ id, describedBy: described.join(' ') || undefined, invalid: Boolean(error) }}
    >
      <div className={cx('min-w-0', className)}>
        <label
          htmlFor={id}
          className={cx('mb-1.5 block text-sm font-medium', hideLabel && 'sr-only')}
        >
          {label}
        </label>
        {children}
        {hint ? (
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-faint">
            {hint}
          </p>
        ) : null}
        {error ? (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger">
            {error}
          </p>
        ) : null}
      </div>
    </FieldContext>
  )
}
