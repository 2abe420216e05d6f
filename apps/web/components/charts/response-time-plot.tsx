'use client'

import { Line, ReferenceArea, ReferenceLine } from 'recharts'
import { timeTickFormat } from '../../lib/format/dates.ts'
import type { Band, Change } from './chart-marks.ts'
import { type ChartRow, standsAlone, valueIn } from './chart-rows.ts'
import { changeLabel, markText, TARGET_LINE, targetLabel } from './mark-text.ts'
import { axisText, Plot, TITLE_HEIGHT } from './plot.tsx'
import type { Gap } from './saturated-bands.ts'
import {
  MEASURED_P95,
  type SeriesKey,
  type SeriesStyle,
  type StyleOf,
  useSeriesStyles,
} from './series-style.ts'
import { timeTicks } from './time-axis.ts'
import type { ValueScale } from './value-scale.ts'
import { WindowTip } from './window-tip.tsx'

export interface ResponseTimePlotProps {
  label: string
  rows: readonly ChartRow[]
  windowSeconds: number
  shown: readonly SeriesKey[]
  /** Other styles than those of the estimators. */
  styleOf?: StyleOf
  scale: ValueScale
  targetMs: number | null
  bands: readonly Band[]
  /** Whether each window has a dot for its measured 95th percentile. */
  dotsP95?: boolean
  /** Where SandPiper has no answer. */
  gaps?: readonly Gap[]
  changes: readonly Change[]
  height: number
}

/** Plots measured and estimated response times, with phases, weight changes and the target. */
export function ResponseTimePlot(props: ResponseTimePlotProps) {
  const { rows, shown, scale, bands, gaps = [], changes, targetMs, height, label } = props
  const dotted = props.dotsP95 ? [MEASURED_P95] : []
  const usual = useSeriesStyles().styleOf
  const styleOf = props.styleOf ?? usual
  const windowMs = props.windowSeconds * 1000
  const from = rows[0]?.at ?? 0
  const to = (rows.at(-1)?.at ?? 0) + windowMs
  return (
    <Plot
      label={label}
      height={height}
      data={rows}
      syncId="response-time"
      x={{
        // A mean over a window is plotted at the middle of the window.
        of: (row) => row.at + windowMs / 2,
        scale: 'time',
        from,
        to,
        ticks: timeTicks(from, to, 5),
        write: timeTickFormat(from, to),
      }}
      y={{
        scale: scale.kind,
        from: scale.bottom,
        to: scale.top,
        ticks: scale.ticks,
        width: 46,
        title: 'ms',
      }}
      tip={([row]) =>
        row ? (
          <WindowTip row={row} shown={[...dotted, ...shown]} bands={bands} styleOf={styleOf} />
        ) : null
      }
    >
      {bands.map((band, index) => (
        <ReferenceArea
          key={band.from}
          x1={Math.max(band.from, from)}
          x2={Math.min(band.to, to)}
          fill="var(--sunken)"
          fillOpacity={index % 2 === 0 ? 0.75 : 0}
          label={{ value: band.short, position: 'insideTop', dy: -20, ...axisText }}
        />
      ))}
      {gaps.map(({ from: start, to: end }, index) => (
        <ReferenceArea
          key={start}
          x1={start}
          x2={end}
          fill={styleOf('sandpiper').color}
          fillOpacity={0.16}
          stroke={styleOf('sandpiper').color}
          strokeOpacity={0.5}
          strokeDasharray="3 3"
          // The widest band carries the words, the others only their shading.
          label={
            index === widest(gaps)
              ? {
                  value: 'saturated',
                  // The top belongs to the changes of weights.
                  position: labelSide(gaps[index]!, { from, to }),
                  ...markText(styleOf('sandpiper').color),
                }
              : undefined
          }
        />
      ))}
      {targetMs === null ? null : (
        <ReferenceLine
          y={targetMs}
          {...TARGET_LINE}
          // Below the line: the names of changes stand at the top.
          label={targetLabel(targetMs, 'insideTopLeft')}
        />
      )}
      {changes.map((change, order) => (
        <ReferenceLine
          key={change.at}
          x={change.at}
          stroke="var(--accent)"
          strokeWidth={1.5}
          label={changeLabel(change, order, { from, to })}
        />
      ))}
      {dotted.map((key) => (
        <Line
          key={key}
          name={styleOf(key).label}
          dataKey={(row: ChartRow) => valueIn(row, key)}
          stroke="none"
          dot={againstTarget(rows, targetMs)}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
      {shown.map((key) => {
        const style = styleOf(key)
        return (
          <Line
            key={key}
            name={style.label}
            dataKey={(row: ChartRow) => valueIn(row, key)}
            stroke={style.color}
            strokeWidth={style.width}
            strokeDasharray={style.dash}
            dot={clipDot(style, rows, scale.top, TITLE_HEIGHT)}
            activeDot={{ r: 3.5 }}
            isAnimationActive={false}
          />
        )
      })}
    </Plot>
  )
}

/** A label that is wider than its band grows into the chart, not out of it. */
function labelSide(band: Gap, axis: Gap) {
  const middle = ((band.from + band.to) / 2 - axis.from) / (axis.to - axis.from)
  if (middle < 0.2) return 'insideBottomLeft'
  return middle > 0.8 ? 'insideBottomRight' : 'insideBottom'
}

function widest(gaps: readonly Gap[]): number {
  const widths = gaps.map(({ from, to }) => to - from)
  return widths.indexOf(Math.max(...widths))
}

interface DotProps {
  cx?: number
  cy?: number
  index?: number
}

/**
 * Draws triangles along the top edge for values above it, and dots for points that no line reaches.
 */
function clipDot(
  style: SeriesStyle,
  rows: readonly ChartRow[],
  top: number,
  plotTop: number,
): (props: DotProps) => React.ReactElement {
  const { key } = style
  return function ClipDot({ cx, cy, index = 0 }: DotProps) {
    const value = valueIn(rows[index], key)
    const name = `${key}-${index}`
    if (value === null || cx === undefined || cy === undefined) return <g key={name} />
    if (value > top) return <Triangle key={name} x={cx} y={plotTop + 2} style={style} />
    if (!standsAlone(rows, index, key)) return <g key={name} />
    return <circle key={name} cx={cx} cy={cy} r={2.5} fill={style.color} />
  }
}

/** A dot within the target, a square over it. */
function againstTarget(
  rows: readonly ChartRow[],
  targetMs: number | null,
): (props: DotProps) => React.ReactElement {
  return function AgainstTarget({ cx, cy, index = 0 }: DotProps) {
    const value = valueIn(rows[index], MEASURED_P95)
    if (value === null || cx === undefined || cy === undefined) return <g key={index} />
    return targetMs !== null && value > targetMs ? (
      <rect key={index} x={cx - 3.5} y={cy - 3.5} width={7} height={7} fill="var(--danger)" />
    ) : (
      <circle key={index} cx={cx} cy={cy} r={3} fill="var(--series-measured)" />
    )
  }
}

function Triangle({ x, y, style }: { x: number; y: number; style: SeriesStyle }) {
  return <path d={`M${x - 4} ${y + 7}L${x} ${y}L${x + 4} ${y + 7}Z`} fill={style.color} />
}
