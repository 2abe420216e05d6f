'use client'

import { formatChosen } from '@steelyard/contract/format'
import { type ReactElement, type ReactNode, useRef } from 'react'
import {
  CartesianGrid,
  ComposedChart,
  Legend,
  ReferenceArea,
  ResponsiveContainer,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { cx } from '../../lib/cx.ts'
import { pictureKeys } from './picture-keys.ts'
import { RIGHT_MARGIN } from './plot-margins.ts'
import { SaveChartButton } from './save-chart-button.tsx'
import { useDragSpan } from './use-drag-span.ts'

/** The text style of axis figures and titles. */
export const axisText = { fill: 'var(--ink-faint)', fontSize: 12 }

/** The height in pixels of the vertical axis's title above the plot. */
export const TITLE_HEIGHT = 24

interface Axis<Row> {
  /** The position of a row on the axis. Omitted where every line supplies its own value. */
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
  /** A description of the chart for screen readers. */
  label: string
  height: number
  /** The rows that all lines share. Dots bring their own rows. */
  data?: readonly Row[]
  x: Axis<Row>
  y: Axis<Row> & { width: number }
  /** Whether the grid has horizontal lines only, or lines in both directions. */
  grid?: 'horizontal' | 'both'
  /** Charts with the same id move their cursors together. */
  syncId?: string
  /** With 'dots', each dot has its own tooltip and a legend names the series. */
  kind?: 'lines' | 'dots'
  /** The tooltip for the rows under the cursor; null for none. */
  tip: (rows: readonly Row[]) => ReactNode
  /** Lets the user select a span of the horizontal axis by dragging. */
  onSelect?: (span: { from: number; to: number }) => void
  children: ReactNode
}

/**
 * The frame that all charts share: axes, grid, tooltip, legend, and a message when there are no
 * data.
 */
export function Plot<Row extends object>(props: PlotProps<Row>): ReactElement {
  const frame = useRef<HTMLDivElement>(null)
  const { label, height, data, x, y, grid = 'horizontal', kind = 'lines', children } = props
  const inset = { left: y.width, right: RIGHT_MARGIN }
  const { dragged, handlers } = useDragSpan(x, inset, props.onSelect)
  if (data?.length === 0) {
    return <p className="py-6 text-center text-sm text-ink-faint">Nothing to draw.</p>
  }
  const Chart = kind === 'dots' ? ScatterChart : ComposedChart
  return (
    <div
      ref={frame}
      className={cx('group/plot relative', props.onSelect && 'select-none')}
      {...handlers}
    >
      <SaveChartButton frame={frame} label={label} keys={pictureKeys(children)} />
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
            // Where not every figure has room, a linear axis still begins with its zero.
            interval={y.scale === 'log' ? 'preserveEnd' : 'equidistantPreserveStart'}
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
          {dragged ? (
            <ReferenceArea
              x1={dragged.from}
              x2={dragged.to}
              fill="var(--accent)"
              fillOpacity={0.2}
            />
          ) : null}
        </Chart>
      </ResponsiveContainer>
    </div>
  )
}

function marginOf(x: { title?: string }, y: { title?: string }) {
  return { top: y.title ? TITLE_HEIGHT : 8, right: RIGHT_MARGIN, bottom: x.title ? 20 : 4, left: 0 }
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
