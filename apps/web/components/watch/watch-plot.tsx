'use client'

import type { ReactElement } from 'react'
import { Line, ReferenceArea, ReferenceLine } from 'recharts'
import { timeTickFormat } from '../../lib/format/dates.ts'
import type { Span } from '../../lib/span.ts'
import { TARGET_LINE } from '../charts/mark-text.ts'
import { Plot } from '../charts/plot.tsx'
import { timeTicks } from '../charts/time-axis.ts'
import { valueScale } from '../charts/value-scale.ts'
import type { MarkGroup } from './mark-groups.ts'
import { markLooks } from './mark-looks.ts'
import { AXIS_WIDTH } from './watch-axis.ts'
import type { WatchLine } from './watch-lines.ts'
import type { WatchMetric } from './watch-metrics.ts'
import { loneRows, metricIn, type WatchRow } from './watch-rows.ts'
import { WatchTip } from './watch-tip.tsx'

export interface WatchPlotProps {
  label: string
  height: number
  rows: readonly WatchRow[]
  windowSeconds: number
  metric: WatchMetric
  lines: readonly WatchLine[]
  range: Span
  ticks: number
  /** Whether each window that missed its target has a square. */
  dotsMisses?: boolean
  marks?: MarkGroup
  selected?: Span | null
  onSelect?: (span: Span) => void
}

/** What a watch observed of some domains over time, with targets and with what happened meanwhile. */
export function WatchPlot(props: WatchPlotProps): ReactElement {
  const { rows, metric, lines, range, marks, selected, dotsMisses = false } = props
  const isTimed = metric.key === 'response'
  const values = lines.flatMap(({ domain }) =>
    rows.flatMap((row) => metricIn(row, domain, metric) ?? []),
  )
  const targets = isTimed ? lines.flatMap(({ targetMs }) => targetMs ?? []) : []
  const scale = valueScale('linear', values, [...values, ...targets])
  return (
    <Plot
      label={props.label}
      height={props.height}
      data={rows}
      syncId="watch"
      x={{
        of: (row) => row.at + props.windowSeconds * 500, // the middle of the window
        scale: 'time',
        ...range,
        ticks: timeTicks(range.from, range.to, props.ticks),
        write: timeTickFormat(range.from, range.to),
      }}
      y={{
        from: scale.bottom,
        to: scale.top,
        ticks: scale.ticks,
        width: AXIS_WIDTH,
        title: metric.axis,
      }}
      tip={([row]) => (row ? <WatchTip row={row} lines={lines} metric={metric} /> : null)}
      onSelect={props.onSelect}
    >
      {marks?.spans.map(({ key, kind, from, to }) => (
        <ReferenceArea key={key} x1={from} x2={to} {...markLooks[kind].area} />
      ))}
      {marks?.moments.map(({ key, kind, at }) => (
        <ReferenceLine key={key} x={at} {...markLooks[kind].line} />
      ))}
      {selected ? (
        <ReferenceArea
          x1={selected.from}
          x2={selected.to}
          fill="var(--accent)"
          fillOpacity={0.14}
          stroke="var(--accent)"
        />
      ) : null}
      {isTimed
        ? lines.map(({ domain, targetMs, color }) =>
            targetMs === null ? null : (
              <ReferenceLine
                key={domain}
                y={targetMs}
                {...TARGET_LINE}
                {...(lines.length > 1 ? { stroke: color } : {})}
              />
            ),
          )
        : null}
      {lines.map((line) => (
        <Line
          key={line.domain}
          name={line.domain}
          dataKey={(row: WatchRow) => metricIn(row, line.domain, metric)}
          stroke={line.color}
          strokeWidth={1.75}
          strokeDasharray={line.dash}
          dot={dotsOf(line, rows, metric, dotsMisses)}
          activeDot={{ r: 3.5 }}
          isAnimationActive={false}
        />
      ))}
    </Plot>
  )
}

interface DotProps {
  cx?: number
  cy?: number
  index?: number
}

/** Dots where no line reaches, and where a target was missed; none, which is fast, without those. */
function dotsOf(line: WatchLine, rows: readonly WatchRow[], metric: WatchMetric, misses: boolean) {
  const lone = loneRows(rows, line.domain, metric)
  const targetMs = misses && metric.key === 'response' ? line.targetMs : null
  if (lone.size === 0 && targetMs === null) return false
  return function WatchDot({ cx, cy, index = 0 }: DotProps) {
    const value = metricIn(rows[index], line.domain, metric)
    const isMissed = value !== null && targetMs !== null && value > targetMs
    if (cx === undefined || cy === undefined || !(isMissed || lone.has(index)))
      return <g key={index} />
    return isMissed ? (
      <rect key={index} x={cx - 2.5} y={cy - 2.5} width={5} height={5} fill="var(--danger)" />
    ) : (
      <circle key={index} cx={cx} cy={cy} r={2} fill={line.color} />
    )
  }
}
