import type { FilledQuestion } from '@steelyard/contract'
import { formatCount, formatTargetMs } from '@steelyard/contract/format'
import { StopSlider } from '../../../ui/stop-slider.tsx'
import { overheadStops, ratelimitStops, tsliceStops, weightStops } from './lever-stops.ts'
import type { HostLever } from './question.ts'
import { overheadWords, ratelimitWords } from './question-words.ts'

const overheadHint =
  'Published for 2010 hardware: native 1.28 %, Xen 3.75 %, KVM 4.89 %. Applies to hosts with several pCPUs, beyond the analysed load.'

/**
 * The levers that concern all domains: Domain-0, the scheduler's settings and the overhead.
 */
export function HostLevers({
  wanted,
  now,
  onChange,
}: {
  wanted: FilledQuestion
  now: FilledQuestion
  onChange: (lever: HostLever, value: number) => void
}) {
  const slider = (lever: HostLever, label: string) => ({
    label,
    value: wanted[lever] ?? 0,
    now: now[lever] ?? 0,
    onChange: (value: number) => onChange(lever, value),
  })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">The whole host</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <StopSlider
          {...slider('domain0Weight', 'Weight of Domain-0')}
          stops={weightStops(now.domain0Weight)}
          write={formatCount}
        />
        {now.tsliceMs === null ? null : (
          <StopSlider
            {...slider('tsliceMs', 'Time slice')}
            stops={tsliceStops(now.tsliceMs)}
            write={formatTargetMs}
          />
        )}
        <StopSlider
          {...slider('ratelimitUs', 'Ratelimit')}
          stops={ratelimitStops(now.ratelimitUs, wanted.tsliceMs)}
          write={ratelimitWords}
        />
        <StopSlider
          {...slider('overheadPercent', 'VMM overhead, all pCPUs busy')}
          hint={overheadHint}
          stops={overheadStops(now.overheadPercent, wanted.overheadPercent)}
          write={overheadWords}
        />
      </div>
    </fieldset>
  )
}
