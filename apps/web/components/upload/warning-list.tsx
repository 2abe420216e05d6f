import { TriangleAlert } from 'lucide-react'

/** Warnings are never collapsed, because hidden ones would not be read. */
export function WarningList({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className="space-y-1 text-sm text-ink-soft">
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
