import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says what is missing and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-1.5 px-4 py-6 text-center">
      <p className="flex items-center gap-2 text-base font-semibold">
        <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden />
        {title}
      </p>
      {children ? (
        <div className="max-w-prose text-sm text-balance text-ink-soft">{children}</div>
      ) : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
