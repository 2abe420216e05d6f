import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows details on demand with the platform's own element. */
export function Disclosure({
  summary,
  initiallyOpen = false,
  children,
}: {
  summary: ReactNode
  initiallyOpen?: boolean
  children: ReactNode
}) {
  return (
    <details open={initiallyOpen}>
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded text-sm font-medium text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 transition-transform [[open]>summary>&]:rotate-90"
          aria-hidden
        />
        {summary}
      </summary>
      <div className="pt-4">{children}</div>
    </details>
  )
}
