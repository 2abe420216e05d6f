import { formatCount } from '@steelyard/contract/format'
import { StopSlider } from '../../ui/stop-slider.tsx'
import { weightStops } from './question/lever-stops.ts'

const MOST_WEIGHT = 65_535

/** A weight to move in sensible steps, or to type. */
export function WeightSlider({
  domain,
  value,
  now,
  exactly,
  onChange,
}: {
  domain: string
  value: number
  now: number
  /** Weights at which the slider must be able to stop, such as the recommended one. */
  exactly: readonly number[]
  onChange: (weight: number) => void
}) {
  return (
    <div className="mb-1 flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <StopSlider
          label={`Weight of ${domain}`}
          hidesLabel
          stops={weightStops(now, [value, ...exactly])}
          value={value}
          now={now}
          write={formatCount}
          onChange={onChange}
        />
      </div>
      <input
        type="number"
        inputMode="numeric"
        aria-label={`Weight of ${domain} as a number`}
        min={1}
        max={MOST_WEIGHT}
        value={value}
        onChange={(event) => {
          const weight = Math.round(event.target.valueAsNumber)
          if (weight >= 1 && weight <= MOST_WEIGHT) onChange(weight)
        }}
        className="h-8 w-18 shrink-0 rounded-lg border border-line-strong bg-surface px-2 text-right text-sm tabular"
      />
    </div>
  )
}
