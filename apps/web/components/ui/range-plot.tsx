import type { Prediction, Verdict } from '@steelyard/contract'
import type { OneUnit } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'

/** What the plot spans, as multiples of the target; logarithmic, so that half and twice are as far. */
const LEAST = 0.07
const MOST = 4
const TICKS = [
  { ratio: 0.25, label: '¼' },
  { ratio: 0.5, label: '½' },
  { ratio: 2, label: '2×' },
]

/** Where a time stands that is this often its target, in per cent of the width. */
function place(ratio: number): number {
  const share = Math.log(ratio / LEAST) / Math.log(MOST / LEAST)
  return 100 * Math.min(1, Math.max(0, share))
}

const TARGET = `${place(1)}%`

const colors: Partial<Record<Verdict, string>> = {
  misses: 'var(--danger)',
  'probably-misses': 'var(--warn)',
  'not-enough-evidence': 'var(--ink-faint)',
}

/**
 * Times over their own target, so that one line runs through all rows: a tick for the measured one, a
 * dot with its 90 % interval for the predicted one, and from the target on a shade.
 */
export function RangePlot({
  targetMs,
  measuredMs = null,
  before = null,
  predicted,
  verdict,
  color,
  times,
}: {
  targetMs: number
  measuredMs?: number | null
  /** The prediction for the weights in force. */
  before?: Prediction | null
  predicted: Prediction | null
  /** That of the prediction. */
  verdict: Verdict | null
  /** Of the contender; Steelyard's without one. */
  color?: string
  times: OneUnit
}) {
  const unit = times.unit
  const said = [
    measuredMs === null ? '' : `measured ${times.measured(measuredMs)} ${unit}`,
    predicted
      ? `predicted ${times.predicted(predicted.ms)} ${unit}, ${times.predicted(predicted.lowMs)} to ${times.predicted(predicted.highMs)}`
      : '',
    `target ${times.target(targetMs)} ${unit}`,
  ]
  const at = (ms: number) => `${place(ms / targetMs).toFixed(4)}%`
  const own = (verdict && colors[verdict]) ?? color ?? 'var(--accent)'
  return (
    <span
      role="img"
      aria-label={said.filter(Boolean).join(', ')}
      className="relative block h-5 min-w-20 overflow-hidden rounded-xs"
      style={{
        background: `linear-gradient(to right, transparent ${TARGET}, var(--over) ${TARGET})`,
      }}
    >
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <span className="absolute inset-y-0 w-[1.5px] bg-ink-soft" style={{ left: TARGET }} />
      {before ? <Interval of={before} at={at} color="var(--ink-faint)" thin /> : null}
      {predicted ? (
        <>
          <Interval of={predicted} at={at} color={own} />
          <span
            className="absolute top-1/2 size-2.25 -translate-1/2 rounded-full ring-[1.5px] ring-surface"
            style={{ left: at(predicted.ms), backgroundColor: own }}
          />
        </>
      ) : null}
      {measuredMs === null ? null : (
        <span
          className="absolute top-1/2 h-3.5 w-[3px] -translate-1/2 rounded-xs bg-ink"
          style={{ left: at(measuredMs) }}
        />
      )}
    </span>
  )
}

function Interval({
  of: { lowMs, highMs },
  at,
  color,
  thin = false,
}: {
  of: Prediction
  at: (ms: number) => string
  color: string
  thin?: boolean
}) {
  return (
    <span
      className={cx('absolute top-1/2 -translate-y-1/2 rounded-full', thin ? 'h-1' : 'h-1.5')}
      style={{
        left: at(lowMs),
        width: `calc(${at(highMs)} - ${at(lowMs)})`,
        backgroundColor: `color-mix(in srgb, ${color} ${thin ? 30 : 45}%, var(--surface))`,
      }}
    />
  )
}

/** The scale above a column of range plots. */
export function RangeScale() {
  return (
    <span className="block">
      <span className="sr-only">Time against its target</span>
      <span aria-hidden className="relative block h-4 min-w-28 text-xs font-normal">
        {TICKS.map(({ ratio, label }) => (
          <span
            key={label}
            className="absolute -translate-x-1/2"
            style={{ left: `${place(ratio)}%` }}
          >
            {label}
          </span>
        ))}
        <span className="absolute -translate-x-1/2 font-semibold text-ink" style={{ left: TARGET }}>
          target
        </span>
      </span>
    </span>
  )
}
