'use client'

import type { Headroom, Prediction } from '@steelyard/contract'
import {
  formatFactor,
  formatMs,
  formatPredictedMs,
  formatRate,
  formatTargetMs,
} from '@steelyard/contract/format'
import { Area, ErrorBar, Line, ReferenceLine } from 'recharts'
import { TARGET_LINE } from '../../charts/mark-text.ts'
import { axisText, Plot } from '../../charts/plot.tsx'
import { valueScale } from '../../charts/value-scale.ts'
import { isAsPredicted, type RecordedPhase } from './recorded-phases.ts'

/** A point of the curve, or a phase of the recording. */
interface Row {
  /** Requests per second of the domain. */
  rate: number
  predicted: Prediction | null
  recorded: RecordedPhase | null
}

/** How far beyond measurements and target the axis reaches. */
const BEYOND = 5

/**
 * Plots the time over the requests per second of a domain: as predicted for the load of all domains
 * together, and each phase of the recording with what is predicted for it; the target, and where it
 * is first missed.
 */
export function HeadroomChart({
  headroom: { domain, points, breaksAtFactor },
  analysedRate,
  targetMs,
  recorded,
}: {
  headroom: Headroom
  /** Requests per second of the domain as analysed, at which the factor is 1. */
  analysedRate: number
  targetMs: number | null
  recorded: readonly RecordedPhase[]
}) {
  const rows = rowsOf(points, analysedRate, recorded)
  const atHand = [
    ...recorded.flatMap(({ recordedMs, predicted }) => [recordedMs, predicted?.ms ?? recordedMs]),
    ...(targetMs ? [targetMs] : []),
  ]
  // A queue near its end would flatten everything that was measured.
  const limit = atHand.length > 0 ? BEYOND * Math.max(...atHand) : Number.POSITIVE_INFINITY
  const times = [
    ...atHand,
    ...recorded.flatMap(({ predicted }) =>
      predicted ? [predicted.lowMs, Math.min(predicted.highMs, limit)] : [],
    ),
    ...points.map((point) => Math.min(point.ms, limit)),
  ]
  const scale = valueScale('log', times, [])
  const breaksAt = breaksAtFactor === null ? null : breaksAtFactor * analysedRate
  const last = 1.03 * Math.max(...rows.map(({ rate }) => rate), analysedRate, breaksAt ?? 0)
  const rates = valueScale('linear', [last], [])
  const words = (value: string, fill: string) => ({ value, ...axisText, fill })
  return (
    <Plot
      label={`Predicted response time of ${domain} over load`}
      height={340}
      data={rows}
      x={{
        of: ({ rate }) => rate,
        from: 0,
        to: last,
        ticks: rates.ticks.filter((tick) => tick <= last),
        title: 'requests per second',
      }}
      y={{
        scale: 'log',
        from: scale.bottom,
        to: scale.top,
        ticks: scale.ticks,
        width: 52,
        title: 'ms',
      }}
      tip={([row]) => (row ? tipOf(row, analysedRate) : null)}
    >
      <ReferenceLine
        x={analysedRate}
        stroke="var(--ink-faint)"
        strokeDasharray="2 3"
        label={{
          ...words('as analysed', 'var(--ink-faint)'),
          // On a phone its words have no room on the right of a line near the end.
          position: analysedRate > 0.7 * last ? 'insideBottomRight' : 'insideBottomLeft',
        }}
      />
      {targetMs === null ? null : (
        <ReferenceLine
          y={targetMs}
          {...TARGET_LINE}
          label={{
            ...words(`target ${formatTargetMs(targetMs)}`, TARGET_LINE.stroke),
            position: 'insideTopLeft',
          }}
        />
      )}
      {breaksAt === null ? null : (
        <ReferenceLine
          x={breaksAt}
          stroke="var(--danger)"
          strokeWidth={1.5}
          label={{
            ...words(formatFactor(breaksAtFactor!), 'var(--danger)'),
            position: 'insideTopRight',
          }}
        />
      )}
      <Area
        name="90 % interval"
        dataKey={({ predicted }: Row) => (predicted ? [predicted.lowMs, predicted.highMs] : null)}
        stroke="none"
        fill="var(--accent)"
        fillOpacity={0.14}
        connectNulls
        activeDot={false}
        isAnimationActive={false}
      />
      <Line
        name="Predicted"
        dataKey={({ predicted }: Row) => predicted?.ms ?? null}
        stroke="var(--accent)"
        strokeWidth={2}
        connectNulls
        dot={false}
        activeDot={{ r: 3.5 }}
        isAnimationActive={false}
      />
      <Line
        name="Predicted for the phase"
        dataKey={({ recorded: phase }: Row) => phase?.predicted?.ms ?? null}
        stroke="none"
        dot={{ r: 4, fill: 'var(--surface)', stroke: 'var(--accent)', strokeWidth: 2 }}
        isAnimationActive={false}
      >
        <ErrorBar
          direction="y"
          width={6}
          strokeWidth={2}
          stroke="var(--accent)"
          dataKey={({ recorded: phase }: Row) => reachOf(phase)}
        />
      </Line>
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

/** How far the interval of a phase reaches below and above its prediction. */
function reachOf(phase: RecordedPhase | null): [number, number] {
  if (!phase?.predicted) return [0, 0]
  const { ms, lowMs, highMs } = phase.predicted
  return [ms - lowMs, highMs - ms]
}

function rowsOf(
  points: Headroom['points'],
  analysedRate: number,
  recorded: readonly RecordedPhase[],
): Row[] {
  return [
    ...points.map(({ loadFactor, ...predicted }) => ({
      rate: loadFactor * analysedRate,
      predicted,
      recorded: null,
    })),
    ...recorded.map((phase) => ({ rate: phase.rate, predicted: null, recorded: phase })),
  ].toSorted((a, b) => a.rate - b.rate)
}

function tipOf({ rate, predicted, recorded }: Row, analysedRate: number): string {
  if (!recorded) {
    const load = `${formatFactor(rate / analysedRate)} the load of all guests (${formatRate(rate)})`
    return `${load}: predicted ${rangeWords(predicted!)}`
  }
  const measured = `${recorded.label}, ${formatRate(rate)}: measured ${formatMs(recorded.recordedMs)}`
  if (!recorded.predicted) return measured
  const verdict = isAsPredicted(recorded) ? '' : ', not as predicted'
  return `${measured}, predicted ${rangeWords(recorded.predicted)}${verdict}`
}

function rangeWords({ ms, lowMs, highMs }: Prediction): string {
  return `${formatPredictedMs(ms)} (${formatPredictedMs(lowMs)} to ${formatPredictedMs(highMs)})`
}
