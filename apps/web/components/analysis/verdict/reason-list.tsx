import type { Reason } from '@steelyard/contract'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { cx } from '../../../lib/cx.ts'

const looks = {
  info: { icon: Info, colour: 'text-ink-faint', word: 'Note' },
  warning: { icon: TriangleAlert, colour: 'text-warn', word: 'Warning' },
  critical: { icon: CircleAlert, colour: 'text-danger', word: 'Critical' },
}

export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="space-y-2 text-sm">
      {reasons.map((reason) => {
        const { icon: Icon, colour, word } = looks[reason.severity]
        return (
          <li key={reason.code + reason.text} className="flex gap-2.5">
            <Icon className={cx('mt-0.5 size-4 shrink-0', colour)} aria-hidden />
            <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">
              <span className="sr-only">{word}: </span>
              {reason.text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
