import { formatCap, formatCount, formatFactor } from '@steelyard/contract/format'
import { StopSlider } from '../../../ui/stop-slider.tsx'
import { capStops, loadStops, weightStops } from './lever-stops.ts'
import type { DomainLever, DomainSetting } from './question.ts'

interface Levers {
  wanted: DomainSetting
  now: DomainSetting
  onChange: (lever: DomainLever, value: number) => void
}

/** Weight and load of one domain. */
export function DomainLevers({
  wanted,
  now,
  exactWeights,
  onChange,
}: Levers & {
  /** Weights at which the slider must be able to stop, such as the recommended one. */
  exactWeights: readonly number[]
}) {
  const name = <span className="sr-only"> of {wanted.domain}</span>
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium [overflow-wrap:anywhere]">{wanted.domain}</legend>
      <div className="grid grid-cols-2 gap-x-5">
        <StopSlider
          label={<>Weight{name}</>}
          stops={weightStops(now.weight, [wanted.weight, ...exactWeights])}
          value={wanted.weight}
          now={now.weight}
          write={formatCount}
          onChange={(value) => onChange('weight', value)}
        />
        <StopSlider
          label={<>Load{name}</>}
          stops={loadStops(now.loadFactor)}
          value={wanted.loadFactor}
          now={now.loadFactor}
          write={formatFactor}
          onChange={(value) => onChange('loadFactor', value)}
        />
      </div>
    </fieldset>
  )
}

/** The cap of one domain. */
export function CapLever({ wanted, now, onChange }: Levers) {
  return (
    <StopSlider
      label={`Cap of ${wanted.domain}`}
      stops={capStops(now.cap)}
      value={wanted.cap}
      now={now.cap}
      write={formatCap}
      onChange={(value) => onChange('cap', value)}
    />
  )
}
