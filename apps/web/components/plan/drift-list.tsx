import type { Drift } from '@steelyard/contract'
import { Info, OctagonX } from 'lucide-react'

/** Lists how the host differs from the analysis, and which differences block the plan. */
export function DriftList({ drift }: { drift: readonly Drift[] }) {
  return (
    <ul className="space-y-2 text-sm">
      {drift.map((each) => (
        <li key={each.kind + each.text} className="flex gap-2.5">
          {each.blocking ? (
            <OctagonX className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
          ) : (
            <Info className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
          )}
          <span className="min-w-0 text-ink-soft">
            {each.blocking ? <strong className="text-danger">In the way: </strong> : null}
            {each.text}
          </span>
        </li>
      ))}
    </ul>
  )
}
