'use client'

import type { MeasuredDomain } from '@steelyard/contract'
import { formatTargetMs } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'
import { SCALE_STEPS, TargetScale } from '../../../lib/uploads/target-scale.ts'

const HEIGHT = 44

/**
 * How the response times are distributed, with the target as a line that the pointer drags and the
 * arrow keys move. Without a target the line waits at the measured value.
 */
export function TargetHistogram({
  measured,
  targetMs,
  suggestedMs,
  onTarget,
}: {
  measured: MeasuredDomain
  targetMs: number | null
  suggestedMs: number
  onTarget: (ms: number) => void
}) {
  const scale = new TargetScale(measured.histogram)
  const most = Math.max(...measured.histogram.map(({ count }) => count))
  const shown = targetMs ?? suggestedMs
  const beyond = (fromMs: number) => targetMs !== null && fromMs >= targetMs
  return (
    <div className="min-w-0">
      <div className="relative">
        <svg
          aria-hidden
          viewBox={`0 0 100 ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-11 w-full border-b border-line-strong"
        >
          {measured.histogram.map(({ fromMs, toMs, count }) => {
            const x = scale.shareOf(fromMs) * 100
            const height = (count / most) * (HEIGHT - 4)
            return (
              <rect
                key={fromMs}
                x={x}
                y={HEIGHT - height}
                width={scale.shareOf(toMs) * 100 - x}
                height={height}
                className={beyond(fromMs) ? 'fill-danger/60' : 'fill-accent/45'}
              />
            )
          })}
        </svg>
        <span
          aria-hidden
          className={cx(
            'pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2',
            targetMs === null ? 'border-l border-dashed border-line-strong' : 'bg-ink',
          )}
          style={{ left: `${scale.shareOf(shown) * 100}%` }}
        />
        <input
          type="range"
          min={0}
          max={SCALE_STEPS}
          value={scale.stepOf(shown)}
          aria-label={`Target line of ${measured.domain}`}
          aria-valuetext={targetMs === null ? 'no target' : formatTargetMs(targetMs)}
          onChange={(event) => onTarget(scale.msAt(Number(event.target.value)))}
          className="absolute inset-0 h-full w-full cursor-ew-resize appearance-none bg-transparent [&::-moz-range-thumb]:h-11 [&::-moz-range-thumb]:w-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-webkit-slider-thumb]:h-11 [&::-webkit-slider-thumb]:w-4 [&::-webkit-slider-thumb]:appearance-none"
        />
      </div>
      <div aria-hidden className="relative h-4 text-xs text-ink-faint tabular">
        {scale.ticks.map((ms) => (
          <span
            key={ms}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${scale.shareOf(ms) * 100}%` }}
          >
            {formatTargetMs(ms)}
          </span>
        ))}
      </div>
    </div>
  )
}
