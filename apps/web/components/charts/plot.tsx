'use client'

import type { ReactElement, ReactNode } from 'react'
import {
  CartesianGrid,
  ComposedChart,
  Legend,
  ResponsiveContainer,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatChosen } from '../../lib/format/numbers.ts'

/** How figures and titles beside an axis are set. */
export const axisText = { fill: 'var(--ink-faint)', fontSize: 12 }

/** Pixels above the plot where its vertical axis has a title. */
export const TITLE_HEIGHT = 24

interface Axis<Row> {
  /** Where a row stands; left out where every line has its own answer. */
  of?: (row: Row) => number
  scale?: 'linear' | 'log' | 'time'
  from: number
  to: number
  ticks: readonly number[]
  write?: (value: number) => string
  /** The unit or quantity, written at the end of the axis. */
  title?: string
}

interface PlotProps<Row> {
  /** What the picture shows, for those who cannot see it. */
  label: string
  height: number
  /** The rows that all lines share; dots bring their own. */
  data?: readonly Row[]
  x: Axis<Row>
  y: Axis<Row> & { width: number }
  /** Grid lines across or along, or both. */
  grid?: 'horizontal' | 'both'
  /** Charts of one id move their cursors together. */
  syncId?: string
  /** 'dots': each dot has a tooltip of its own, and a legend names the series. */
  kind?: 'lines' | 'dots'
  /** What the tooltip says of the rows under the cursor; null for no tooltip. */
  tip: (rows: readonly Row[]) => ReactNode
  children: ReactNode
}

/** The frame that all charts share: axes, grid, tooltip, legend, and what to say without data. */
export function Plot<Row extends object>(props: PlotProps<Row>): ReactElement {
  const { label, height, data, x, y, grid = 'horizontal', kind = 'lines', children } = props
  if (data?.length === 0) {
    return <p className="py-6 text-center text-sm text-ink-faint">Nothing to draw.</p>
  }
  const Chart = kind === 'dots' ? ScatterChart : ComposedChart
  return (
    <ResponsiveContainer width="100%" height={height}>
      <Chart data={data as Row[]} margin={marginOf(x, y)} syncId={props.syncId} title={label}>
        <CartesianGrid stroke="var(--line)" vertical={grid === 'both'} />
        <XAxis
          {...axisProps(x)}
          minTickGap={16}
          label={x.title && { value: x.title, position: 'bottom', offset: 2, ...axisText }}
        />
        <YAxis
          {...axisProps(y)}
          width={y.width}
          allowDataOverflow={kind === 'lines'}
          label={y.title && { value: y.title, position: 'top', dx: 14, dy: -8, ...axisText }}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={kind === 'lines' && { stroke: 'var(--line-strong)' }}
          content={({ active, payload }) => (
            <TooltipBox>{active ? props.tip(rowsUnder(payload)) : null}</TooltipBox>
          )}
        />
        {kind === 'dots' ? <Legend verticalAlign="top" height={36} /> : null}
        {children}
      </Chart>
    </ResponsiveContainer>
  )
}

function marginOf(x: { title?: string }, y: { title?: string }) {
  return { top: y.title ? TITLE_HEIGHT : 8, right: 16, bottom: x.title ? 20 : 4, left: 0 }
}

function axisProps<Row>({
  of,
  scale = 'linear',
  from,
  to,
  ticks,
  write = formatChosen,
}: Axis<Row>) {
  return {
    dataKey: of,
    type: 'number',
    scale,
    domain: [from, to],
    ticks,
    tickFormatter: (value: number) => write(value),
    tick: axisText,
    stroke: 'var(--line-strong)',
  } as const
}

function rowsUnder<Row>(payload: readonly { payload?: Row }[] | undefined): Row[] {
  return payload?.flatMap((each) => each.payload ?? []) ?? []
}

function TooltipBox({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-float tabular">
      {children}
    </div>
  )
}
