import { formatCap, formatFactor } from '@steelyard/contract/format'
import { StopSlider } from '../../../ui/stop-slider.tsx'
import { capStops, loadStops } from './lever-stops.ts'
import type { DomainLever, DomainSetting } from './question.ts'

interface Levers {
  wanted: DomainSetting
  now: DomainSetting
  onChange: (lever: DomainLever, value: number) => void
}

/** The load of one domain. */
export function LoadLever({ wanted, now, onChange }: Levers) {
  return (
    <StopSlider
      label={`Load of ${wanted.domain}`}
      stops={loadStops(now.loadFactor)}
      value={wanted.loadFactor}
      now={now.loadFactor}
      write={formatFactor}
      onChange={(value) => onChange('loadFactor', value)}
    />
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
