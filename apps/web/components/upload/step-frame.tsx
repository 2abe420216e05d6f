'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/**
 * One step: its heading takes the focus on arrival, and its back and next buttons are at the end.
 */
export function StepFrame({
  title,
  description,
  children,
  back,
  next,
  hint,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
  back?: ReactNode
  next?: ReactNode
  /** Why the next step is unavailable. */
  hint?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className="space-y-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h2>
        {description ? <p className="mt-1 max-w-prose text-ink-soft">{description}</p> : null}
      </div>
      {children}
      {back || next ? (
        <footer className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
          {back}
          <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
            {hint ? <p className="text-sm text-ink-soft">{hint}</p> : null}
            {next}
          </div>
        </footer>
      ) : null}
    </section>
  )
}
