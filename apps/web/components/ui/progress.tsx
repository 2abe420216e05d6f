import { cx } from '../../lib/cx.ts'

/** A progress bar. Without a known total it moves but shows no position. */
export function Progress({
  label,
  done,
  total,
  tone = 'accent',
}: {
  label: string
  done: number | null
  total: number | null
  tone?: 'accent' | 'ok' | 'danger'
}) {
  const known = done !== null && total !== null && total > 0
  const percent = known ? Math.min(100, Math.max(0, (done / total) * 100)) : null
  const colour = { accent: 'bg-accent', ok: 'bg-ok', danger: 'bg-danger' }[tone]
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width] duration-300',
          colour,
          percent === null && 'w-1/3 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
