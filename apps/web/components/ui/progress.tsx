import { cx } from '../../lib/cx.ts'

/** A progress bar. Without a known total it moves but shows no position. */
export function Progress({
  label,
  done,
  total,
}: {
  label: string
  done: number | null
  total: number | null
}) {
  const known = done !== null && total !== null && total > 0
  const percent = known ? Math.min(100, Math.max(0, (done / total) * 100)) : null
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
          'h-full rounded-full bg-accent transition-[width] duration-300',
          percent === null && 'w-1/3 animate-pulse',
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
