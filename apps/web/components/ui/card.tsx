import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={cx('min-w-0 rounded-xl border border-line bg-surface shadow-card', className)}
      {...rest}
    />
  )
}

/** The heading line of a card, with `action` at its end. */
export function CardHeader({
  title,
  description,
  action,
  id,
}: {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  id?: string
}) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-6 sm:pt-5">
      <div className="min-w-0 flex-1 basis-60">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {description ? <p className="mt-0.5 text-sm text-ink-faint">{description}</p> : null}
      </div>
      {action ? <div className="flex flex-wrap items-center gap-2">{action}</div> : null}
    </header>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('px-4 py-4 sm:px-6 sm:py-5', className)} {...rest} />
}
