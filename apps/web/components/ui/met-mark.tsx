import { CircleCheck, CircleX } from 'lucide-react'
import { cx } from '../../lib/cx.ts'

/**
 * Whether a time is within the target that stands beside it. Green needs evidence: without enough
 * of it the mark keeps its shape but not its colour.
 */
export function MetMark({ meets, isSure }: { meets: boolean | null; isSure: boolean }) {
  if (meets === null) return null
  const Icon = meets ? CircleCheck : CircleX
  return (
    <span
      className={cx(
        'inline-block align-text-bottom',
        meets ? (isSure ? 'text-ok' : 'text-ink-faint') : 'text-danger',
      )}
    >
      <Icon className="size-4" aria-hidden />
      <span className="sr-only">{meets ? 'within' : 'over'} the target</span>
    </span>
  )
}
