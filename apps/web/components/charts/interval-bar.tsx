import type { Interval } from '@steelyard/contract'

/** A value with its confidence interval as a whisker, beside a mark where the measured one lies. */
export function IntervalBar({
  interval,
  measuredMs,
  color,
  longest,
}: {
  interval: Interval | null
  measuredMs: number | null
  color: string
  /** The value that fills the width, the same for all bars that are compared. */
  longest: number
}) {
  const percentOf = (ms: number) =>
    longest > 0 ? Math.min(100, Math.max(0, (ms / longest) * 100)) : 0
  return (
    <svg aria-hidden width="100%" height="18" className="block overflow-visible rounded-sm">
      <rect y="3" width="100%" height="12" rx="2" fill="var(--sunken)" />
      {measuredMs === null ? null : (
        <line
          x1={`${percentOf(measuredMs)}%`}
          x2={`${percentOf(measuredMs)}%`}
          y1="0"
          y2="18"
          stroke="var(--series-measured)"
          strokeWidth="3"
        />
      )}
      {interval ? (
        <g stroke={color} strokeWidth="2" fill={color}>
          <line
            x1={`${percentOf(interval.lowMs)}%`}
            x2={`${percentOf(interval.highMs)}%`}
            y1="9"
            y2="9"
          />
          {[interval.lowMs, interval.highMs].map((ms) => (
            <line key={ms} x1={`${percentOf(ms)}%`} x2={`${percentOf(ms)}%`} y1="5" y2="13" />
          ))}
          <circle cx={`${percentOf(interval.ms)}%`} cy="9" r="3.5" stroke="var(--surface)" />
        </g>
      ) : null}
    </svg>
  )
}
