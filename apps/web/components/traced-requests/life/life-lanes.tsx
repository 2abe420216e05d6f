'use client'

import type { RequestLife } from '@steelyard/contract'
import { formatChosen, formatRangeMs } from '@steelyard/contract/format'
import { useState } from 'react'
import { cx } from '../../../lib/cx.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import type { Span } from '../../../lib/span.ts'
import { useDragSpan } from '../../charts/use-drag-span.ts'
import { Button } from '../../ui/button.tsx'
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

/** Closer, a lane would show single instructions. */
const LEAST_MS = 0.1
const WHOLE_WIDTH = { left: 0, right: 0 }

/** What the guest did during the request, and below it who ran meanwhile; of all of it or of a part. */
export function LifeLanes({ life, colors }: { life: RequestLife; colors: RequestColors }) {
  const { domain, ms } = life
  const whole = { from: 0, to: ms }
  const [asked, setPart] = useState<Span | null>(null)
  const part = asked ?? whole
  const zoom = (wanted: Span) => setPart(partOf(wanted, ms))
  const { dragged, handlers } = useDragSpan(part, WHOLE_WIDTH, zoom)
  const segments = guestSegments(life)
  const states = [...new Set(segments.map(({ key }) => key))]
  const percentOf = (at: number) => (100 * (at - part.from)) / (part.to - part.from)
  return (
    <div className="space-y-5">
      <div className="relative touch-pan-y cursor-crosshair space-y-5 select-none" {...handlers}>
        <div className="space-y-1.5">
          <h3 className="text-sm font-medium">What {domain} did</h3>
          <LaneRow segments={segments} part={part} colorOf={(key) => colors.states[key]} />
          <Legend
            items={states.map((key) => ({ words: stateLabels[key], color: colors.states[key] }))}
          />
        </div>
        <div className="space-y-1.5">
          <h3 className="text-sm font-medium">Who ran meanwhile</h3>
          <Holders life={life} part={part} colorOf={colors.of} />
        </div>
        {dragged ? (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
            style={{
              left: `${percentOf(dragged.from)}%`,
              width: `${percentOf(dragged.to) - percentOf(dragged.from)}%`,
            }}
          />
        ) : null}
      </div>
      <ZoomButtons
        part={part}
        isWhole={asked === null}
        onZoom={zoom}
        onWhole={() => setPart(null)}
      />
    </div>
  )
}

/** A part within the life, as wide as asked for where that is possible. */
export function partOf({ from, to }: Span, ms: number): Span {
  const width = Math.min(ms, Math.max(LEAST_MS, to - from))
  const start = Math.min(Math.max(0, from), ms - width)
  return { from: start, to: start + width }
}

/** The same as drawing over the lanes, which a keyboard and a finger cannot. */
function ZoomButtons({
  part: { from, to },
  isWhole,
  onZoom,
  onWhole,
}: {
  part: Span
  isWhole: boolean
  onZoom: (part: Span) => void
  onWhole: () => void
}) {
  const half = (to - from) / 2
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Button size="small" onClick={() => onZoom({ from: from + half / 2, to: to - half / 2 })}>
        Closer
      </Button>
      {isWhole ? null : (
        <>
          <Button size="small" onClick={() => onZoom({ from: from - half, to: to - half })}>
            Earlier
          </Button>
          <Button size="small" onClick={() => onZoom({ from: from + half, to: to + half })}>
            Later
          </Button>
          <Button size="small" look="quiet" onClick={onWhole}>
            Whole request
          </Button>
        </>
      )}
      <p role="status" className="text-sm text-ink-faint tabular">
        {isWhole
          ? 'Drag over the lanes to see a part of them closer.'
          : keepUnits(`${formatRangeMs(from, to)} of the request`)}
      </p>
    </div>
  )
}

function Holders({
  life,
  part,
  colorOf,
}: {
  life: RequestLife
  part: Span
  colorOf: RequestColors['of']
}) {
  const lanes = pCpuLanes(life)
  const names = [...new Set(lanes.flatMap(({ segments }) => segments.map(({ key }) => key)))]
  const isOneLane = lanes.every(({ label }) => label === null)
  return (
    <>
      {lanes.map(({ label, segments }) => (
        <div key={label}>
          {label === null ? null : <p className="text-xs text-ink-faint">{label}</p>}
          <LaneRow segments={segments} part={part} colorOf={colorOf} />
        </div>
      ))}
      <Axis part={part} />
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

function Axis({ part: { from, to } }: { part: Span }) {
  const ticks = linearTicks(from, to, 5)
  return (
    <div aria-hidden className="relative h-4 text-xs text-ink-faint tabular">
      {ticks.map((tick, index) => (
        <span
          key={tick}
          className={cx('absolute', tick > from && '-translate-x-1/2')}
          style={{ left: `${(100 * (tick - from)) / (to - from)}%` }}
        >
          {formatChosen(tick)}
          {index === 0 ? ' ms' : ''}
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
