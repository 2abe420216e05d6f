import { cx } from '../../lib/cx.ts'

/** A response time as a bar, a notch where it is now, a red line where the target lies. */
export function TimeBar({
  ms,
  nowMs,
  targetMs,
  color,
  longest,
}: {
  ms: number | null
  nowMs: number | null
  targetMs: number | null
  color: string
  /** The value that fills the width, the same for all bars that are compared. */
  longest: number
}) {
  return (
    <div aria-hidden className="relative h-3 rounded-sm bg-sunken">
      {ms === null ? null : (
        <div
          className="h-full rounded-sm transition-[width] duration-150"
          style={{ width: percentOf(ms, longest), backgroundColor: color }}
        />
      )}
      <Notch at={nowMs} longest={longest} className="bg-ink" />
      <Notch at={targetMs} longest={longest} className="bg-danger" />
    </div>
  )
}

function Notch({
  at,
  longest,
  className,
}: {
  at: number | null
  longest: number
  className: string
}) {
  if (at === null || at > longest) return null
  return (
    <div
      className={cx(
        'absolute -inset-y-1 w-0.5 -translate-x-1/2 outline-2 outline-surface',
        className,
      )}
      style={{ left: percentOf(at, longest) }}
    />
  )
}

function percentOf(value: number, longest: number): string {
  return `${longest > 0 ? Math.min(100, Math.max(0, (value / longest) * 100)) : 0}%`
}
