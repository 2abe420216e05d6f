import { cx } from '../../lib/cx.ts'

/** A part of a whole; the figure stands beside it in words. */
export function PartBar({ part, tone }: { part: number; tone: 'accent' | 'danger' }) {
  return (
    <div aria-hidden className="mb-1 h-2 overflow-hidden rounded-sm bg-sunken">
      <div
        className={cx('h-full', tone === 'danger' ? 'bg-danger' : 'bg-accent')}
        style={{ width: `${Math.min(1, Math.max(0, part)) * 100}%` }}
      />
    </div>
  )
}
