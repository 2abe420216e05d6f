import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

/** One important number: the label above a large value, with a smaller unit next to it. */
export function Figure({
  label,
  value,
  unit,
  note,
  size = 'medium',
}: {
  label: ReactNode
  value: ReactNode
  unit?: string
  note?: ReactNode
  size?: 'medium' | 'large'
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd>
        <span className={cx('font-semibold tabular', size === 'large' ? 'text-4xl' : 'text-2xl')}>
          {value}
        </span>
        {unit ? <span className="ml-1 text-sm text-ink-soft">{unit}</span> : null}
        {note ? <span className="mt-0.5 block text-sm text-ink-soft">{note}</span> : null}
      </dd>
    </div>
  )
}
