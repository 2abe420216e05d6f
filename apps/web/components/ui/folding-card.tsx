import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

/** A card that shows its title and a summary, and the rest on demand. */
export function FoldingCard({
  id,
  title,
  description,
  folded = false,
  children,
}: {
  id: string
  title: ReactNode
  /** A summary for readers who do not open the card. */
  description?: ReactNode
  /** Whether only title and summary show at first. */
  folded?: boolean
  children: ReactNode
}) {
  return (
    <Card aria-labelledby={id}>
      <details className="group/fold" open={!folded}>
        <summary className="flex cursor-pointer list-none items-start gap-2.5 rounded-xl px-4 py-4 hover:bg-sunken sm:px-6 sm:py-5 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="mt-0.5 size-5 shrink-0 text-ink-faint transition-transform group-open/fold:rotate-90"
            aria-hidden
          />
          <div className="min-w-0 flex-1">
            <h2 id={id} className="text-base font-semibold">
              {title}
            </h2>
            {description ? <p className="mt-0.5 text-sm text-ink-faint">{description}</p> : null}
          </div>
        </summary>
        {children}
      </details>
    </Card>
  )
}
