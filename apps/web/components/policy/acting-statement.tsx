import { CircleCheck, CirclePause, OctagonX } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'

/** What happens without a person, and whether it may happen now. */
export function ActingStatement({
  acts,
  canActNow,
  children,
  ...rest
}: { acts: boolean; canActNow: boolean } & ComponentProps<'p'>) {
  const Icon = !acts ? CirclePause : canActNow ? CircleCheck : OctagonX
  return (
    <p className="flex max-w-prose items-start gap-2.5 font-semibold" {...rest}>
      <Icon
        aria-hidden
        className={cx(
          'size-6 shrink-0',
          !acts ? 'text-ink-faint' : canActNow ? 'text-ok' : 'text-warn',
        )}
      />
      {children}
    </p>
  )
}
