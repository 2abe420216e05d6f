import Link from 'next/link'
import type { ReactNode } from 'react'

export function PageHeader({
  title,
  description,
  back,
  badge,
  actions,
}: {
  title: ReactNode
  description?: ReactNode
  back?: { href: string; label: string }
  badge?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="mb-6">
      {back ? (
        <Link
          href={back.href}
          className="mb-2 inline-block text-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline"
        >
          <span aria-hidden>← </span>
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
              {title}
            </h1>
            {badge}
          </div>
          {description ? <div className="mt-1 max-w-4xl text-ink-soft">{description}</div> : null}
        </div>
        {actions ? (
          <div className="flex flex-wrap gap-2 in-data-kiosk:hidden">{actions}</div>
        ) : null}
      </div>
    </header>
  )
}
