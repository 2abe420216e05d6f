import { cx } from '../../lib/cx.ts'

/** Draws a fraction as a bar; the text next to it gives the figure. */
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
