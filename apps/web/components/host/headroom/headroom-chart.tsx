'use client'

import type { Headroom, Prediction } from '@steelyard/contract'
import {
  formatChosen,
  formatFactor,
  formatMs,
  formatPredictedMs,
  formatTargetMs,
} from '@steelyard/contract/format'
import { Area, Line, ReferenceLine } from 'recharts'
import { axisText, Plot } from '../../charts/plot.tsx'
import { valueScale } from '../../charts/value-scale.ts'
import type { RecordedPoint } from './recorded-points.ts'

/** A point of the curve, or one of the recording; a row has one of the two times. */
interface Row {
  loadFactor: number
  predicted: Prediction | null
  recorded: RecordedPoint | null
}

/** How far beyond measurements and target the axis reaches. */
const BEYOND = 5

/** About five round factors. */
function factorTicks(last: number): number[] {
  const step = [0.25, 0.5, 1].find((each) => last / each <= 6) ?? 2
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step)
}

/** Plots the predicted time over load, the target, the first break, and what was recorded. */
export function HeadroomChart({
  headroom: { domain, points, breaksAtFactor },
  targetMs,
  recorded,
}: {
  headroom: Headroom
  targetMs: number | null
  recorded: readonly RecordedPoint[]
}) {
  const rows = rowsOf(points, recorded)
  const atHand = [...recorded.map(({ recordedMs }) => recordedMs), ...(targetMs ? [targetMs] : [])]
  // A queue near its end would flatten everything that was measured.
  const limit = atHand.length > 0 ? BEYOND * Math.max(...atHand) : Number.POSITIVE_INFINITY
  const times = [...atHand, ...points.map((point) => Math.min(point.ms, limit))]
  const scale = valueScale('log', times, [])
  const last = 1.03 * Math.max(...rows.map(({ loadFactor }) => loadFactor), 1, breaksAtFactor ?? 0)
  const words = (value: string, fill: string) => ({ value, ...axisText, fill })
  return (
    <Plot
      label={`Predicted response time of ${domain} over load`}
      height={340}
      data={rows}
      x={{
        of: ({ loadFactor }) => loadFactor,
        from: 0,
        to: last,
        ticks: factorTicks(last),
        write: (factor) => `×${formatChosen(factor)}`,
        title: 'load of all guests',
      }}
      y={{
        scale: 'log',
        from: scale.bottom,
        to: scale.top,
        ticks: scale.ticks,
        width: 52,
        title: 'ms',
      }}
      tip={([row]) => (row ? tipOf(row) : null)}
    >
      <ReferenceLine
        x={1}
        stroke="var(--ink-faint)"
        strokeDasharray="2 3"
        label={{ ...words('as analysed', 'var(--ink-faint)'), position: 'insideBottomLeft' }}
      />
      {targetMs === null ? null : (
        <ReferenceLine
          y={targetMs}
          stroke="var(--danger)"
          strokeDasharray="10 3 2 3"
          label={{
            ...words(`target ${formatTargetMs(targetMs)}`, 'var(--danger)'),
            position: 'insideTopLeft',
          }}
        />
      )}
      {breaksAtFactor === null ? null : (
        <ReferenceLine
          x={breaksAtFactor}
          stroke="var(--danger)"
          strokeWidth={1.5}
          label={{
            ...words(formatFactor(breaksAtFactor), 'var(--danger)'),
            position: 'insideTopRight',
          }}
        />
      )}
      <Area
        name="90 % interval"
        dataKey={({ predicted }: Row) => (predicted ? [predicted.lowMs, predicted.highMs] : null)}
        stroke="none"
        fill="var(--series-4)"
        fillOpacity={0.14}
        connectNulls
        activeDot={false}
        isAnimationActive={false}
      />
      <Line
        name="Predicted"
        dataKey={({ predicted }: Row) => predicted?.ms ?? null}
        stroke="var(--series-4)"
        strokeWidth={2}
        connectNulls
        dot={false}
        activeDot={{ r: 3.5 }}
        isAnimationActive={false}
      />
      <Line
        name="Recorded"
        dataKey={(row: Row) => row.recorded?.recordedMs ?? null}
        stroke="none"
        dot={{ r: 4, fill: 'var(--series-measured)', stroke: 'var(--surface)', strokeWidth: 1 }}
        isAnimationActive={false}
      />
    </Plot>
  )
}

function rowsOf(points: Headroom['points'], recorded: readonly RecordedPoint[]): Row[] {
  return [
    ...points.map(({ loadFactor, ...predicted }) => ({ loadFactor, predicted, recorded: null })),
    ...recorded.map((point) => ({
      loadFactor: point.loadFactor,
      predicted: null,
      recorded: point,
    })),
  ].toSorted((a, b) => a.loadFactor - b.loadFactor)
}

function tipOf({ loadFactor, predicted, recorded }: Row): string {
  const load = `${formatFactor(loadFactor)} the load`
  return recorded
    ? `${recorded.phase}, ${load}: measured ${formatMs(recorded.recordedMs)}`
    : `${load}: predicted ${formatPredictedMs(predicted?.ms)} (${formatPredictedMs(predicted?.lowMs)} to ${formatPredictedMs(predicted?.highMs)})`
}
