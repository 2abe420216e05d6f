import type { Upload } from '@steelyard/contract'
import { CircleCheck, CircleDashed, CircleHelp } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { type Check, checklistOf } from '../../lib/uploads/checklist.ts'

const marks = {
  done: { icon: CircleCheck, tone: 'text-ok', word: 'found' },
  open: { icon: CircleHelp, tone: 'text-warn', word: 'asked' },
  missing: { icon: CircleDashed, tone: 'text-ink-faint', word: 'missing' },
} satisfies Record<Check['state'], unknown>

/** What the analysis will draw on, at a glance. */
export function Checklist({ upload }: { upload: Upload }) {
  return (
    <ul aria-label="What was found" className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {checklistOf(upload).map(({ label, state, detail }) => {
        const { icon: Icon, tone, word } = marks[state]
        return (
          <li key={label} className="flex min-w-0 gap-2.5">
            <Icon className={cx('mt-0.5 size-5 shrink-0', tone)} aria-hidden />
            <p className="min-w-0">
              <span className="font-medium">
                {label}
                <span className="sr-only"> {word}</span>
              </span>
              <span className="block text-sm text-ink-soft [overflow-wrap:anywhere]">{detail}</span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
