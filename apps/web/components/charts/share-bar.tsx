import { formatShare } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'

/** A share of the CPU as a bar; a notch marks the previous share. */
export function ShareBar({
  label,
  share,
  before = null,
  tone = 'accent',
}: {
  label: string
  share: number
  before?: number | null
  tone?: 'accent' | 'neutral'
}) {
  const change = before === null ? '' : `, before ${formatShare(before)}`
  return (
    <div
      role="img"
      aria-label={`${label}: share ${formatShare(share)}${change}`}
      className="relative h-3 rounded-sm bg-sunken"
    >
      <div
        className={cx('h-full rounded-sm', tone === 'accent' ? 'bg-accent' : 'bg-line-strong')}
        style={{ width: percentOf(share) }}
      />
      {before === null ? null : (
        <div
          className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink outline-2 outline-surface"
          style={{ left: percentOf(before) }}
        />
      )}
    </div>
  )
}

function percentOf(share: number): string {
  return `${Math.min(100, Math.max(0, share * 100))}%`
}
