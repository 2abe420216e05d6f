import { formatTargetMs } from '@steelyard/contract/format'
import { CircleCheck, CircleX } from 'lucide-react'
import { cx } from '../../lib/cx.ts'

/** Shows by word, icon and colour whether a response time meets its SLA target. */
export function TargetMark({
  meets,
  targetMs,
}: {
  meets: boolean | null
  targetMs: number | null
}) {
  if (targetMs === null) return <span className="text-sm text-ink-faint">no target</span>
  if (meets === null)
    return <span className="text-sm text-ink-soft">of {formatTargetMs(targetMs)}</span>
  const Icon = meets ? CircleCheck : CircleX
  return (
    <span
      className={cx(
        'inline-flex items-baseline gap-1 text-sm font-medium whitespace-nowrap tabular',
        meets ? 'text-ok' : 'text-danger',
      )}
    >
      <Icon className="size-4 shrink-0 self-center" aria-hidden />
      {meets ? 'within' : 'over'} {formatTargetMs(targetMs)}
    </span>
  )
}
