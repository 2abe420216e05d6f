import type { Breakdown } from '@steelyard/contract'
import { breakdownParts } from './breakdown-parts.ts'

/** Three parts end to end, with a mark where the measured value lies. The words stand beside it. */
export function BreakdownBar({
  breakdown,
  measuredMs,
  longest,
}: {
  breakdown: Breakdown
  measuredMs: number | null
  /** The value that fills the width, the same for all bars that are compared. */
  longest: number
}) {
  const percentOf = (value: number) => `${longest > 0 ? (value / longest) * 100 : 0}%`
  return (
    <div aria-hidden className="relative py-1">
      <div className="flex h-5 gap-px overflow-hidden rounded-sm bg-sunken">
        {breakdownParts.map((part) => (
          <div
            key={part.key}
            style={{ width: percentOf(breakdown[part.key]), backgroundColor: part.color }}
          />
        ))}
      </div>
      {measuredMs === null ? null : (
        <div
          className="absolute inset-y-0 w-[3px] -translate-x-full rounded-full bg-series-measured outline-2 outline-surface"
          style={{ left: percentOf(measuredMs) }}
        />
      )}
    </div>
  )
}
