import { TriangleAlert } from 'lucide-react'

/** Stays in sight while the card is closed: a warning nobody opens warns nobody. */
export function SourceWarnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className="space-y-1 px-4 pb-3 text-sm text-ink-soft sm:px-5 sm:pl-12">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="sr-only">Warning: </span>
            {warning}
          </span>
        </li>
      ))}
    </ul>
  )
}
