import type { RequestLife } from '@steelyard/contract'
import { formatChosen } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'
import { linearTicks } from '../linear-ticks.ts'
import type { RequestColors } from '../part-colors.ts'
import { Swatch } from '../swatch.tsx'
import { LaneRow } from './lane-row.tsx'
import { guestSegments, pCpuLanes, type StateKey } from './lanes.ts'

const stateLabels: Record<StateKey, string> = {
  runs: 'runs for this request alone',
  shares: 'runs with several in flight',
  waits: 'waits for a pCPU',
  parked: 'is parked by its cap',
  sleeps: 'sleeps',
}

/** What the guest did during the request, and below it who ran meanwhile. */
export function LifeLanes({ life, colors }: { life: RequestLife; colors: RequestColors }) {
  const { domain, ms } = life
  const segments = guestSegments(life)
  const states = [...new Set(segments.map(({ key }) => key))]
  return (
    <div className="space-y-5">
      <div className="space-y-1.5">
        <h3 className="text-sm font-medium">What {domain} did</h3>
        <LaneRow segments={segments} ms={ms} colorOf={(key) => colors.states[key]} />
        <Axis ms={ms} />
        <Legend
          items={states.map((key) => ({ words: stateLabels[key], color: colors.states[key] }))}
        />
      </div>
      <div className="space-y-1.5">
        <h3 className="text-sm font-medium">Who ran meanwhile</h3>
        <Holders life={life} colorOf={colors.of} />
      </div>
    </div>
  )
}

function Holders({ life, colorOf }: { life: RequestLife; colorOf: RequestColors['of'] }) {
  const lanes = pCpuLanes(life)
  const names = [...new Set(lanes.flatMap(({ segments }) => segments.map(({ key }) => key)))]
  const isOneLane = lanes.every(({ label }) => label === null)
  return (
    <>
      {lanes.map(({ label, segments }) => (
        <div key={label}>
          {label === null ? null : <p className="text-xs text-ink-faint">{label}</p>}
          <LaneRow segments={segments} ms={life.ms} colorOf={colorOf} />
        </div>
      ))}
      <Axis ms={life.ms} />
      {isOneLane ? (
        <Legend
          items={[
            ...names.map((name) => ({ words: name, color: colorOf(name) })),
            { words: 'nobody', color: 'var(--sunken)' },
          ]}
        />
      ) : null}
    </>
  )
}

function Axis({ ms }: { ms: number }) {
  return (
    <div aria-hidden className="relative h-4 text-xs text-ink-faint tabular">
      {linearTicks(0, ms, 5).map((tick) => (
        <span
          key={tick}
          className={cx('absolute', tick > 0 && '-translate-x-1/2')}
          style={{ left: `${(100 * tick) / ms}%` }}
        >
          {formatChosen(tick)}
          {tick === 0 ? ' ms' : ''}
        </span>
      ))}
    </div>
  )
}

function Legend({ items }: { items: readonly { words: string; color: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      {items.map(({ words, color }) => (
        <li key={words} className="inline-flex items-center gap-2">
          <Swatch color={color} />
          {words}
        </li>
      ))}
    </ul>
  )
}
