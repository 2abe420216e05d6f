import { formatCap, formatCount, formatFactor } from '@steelyard/contract/format'
import type { ReactNode } from 'react'
import { StopSlider } from '../../ui/stop-slider.tsx'
import { capStops, loadStops, weightStops } from './lever-stops.ts'
import type { DomainLever, DomainSetting } from './question.ts'

/** Weight, cap and load of one domain. */
export function DomainLevers({
  wanted,
  now,
  exactWeights,
  outlook,
  onChange,
}: {
  wanted: DomainSetting
  now: DomainSetting
  /** Weights at which the slider must be able to stop, such as the recommended one. */
  exactWeights: readonly number[]
  /** The outlook of the domain, shown here where the answers are out of sight. */
  outlook: ReactNode
  onChange: (lever: DomainLever, value: number) => void
}) {
  const name = <span className="sr-only"> of {wanted.domain}</span>
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 flex w-full flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium [overflow-wrap:anywhere]">{wanted.domain}</span>
        <span className="text-sm lg:hidden">{outlook}</span>
      </legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-3">
        <StopSlider
          label={<>Weight{name}</>}
          stops={weightStops(now.weight, [wanted.weight, ...exactWeights])}
          value={wanted.weight}
          now={now.weight}
          write={formatCount}
          onChange={(value) => onChange('weight', value)}
        />
        <StopSlider
          label={<>Cap{name}</>}
          stops={capStops(now.cap)}
          value={wanted.cap}
          now={now.cap}
          write={formatCap}
          onChange={(value) => onChange('cap', value)}
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
