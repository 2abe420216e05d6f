'use client'

import type { ThroughputFit, ThroughputPoint } from '@steelyard/contract'
import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatChosen, formatRate } from '../../lib/format/numbers.ts'
import { axisText } from '../charts/axis-text.ts'
import { valueScale } from '../charts/value-scale.ts'

type ChartRow = { processes: number; fitted?: number; measured?: number }

/** Measured points, the fitted curve, and the last process that is worth its while. */
export function ThroughputChart({
  fit,
  points,
}: {
  fit: ThroughputFit
  points: readonly ThroughputPoint[]
}) {
  const curve = fit.curve.map(({ processes, throughputPerSecond }) => ({
    processes,
    fitted: throughputPerSecond,
  }))
  const measured = points.map(({ processes, throughputPerSecond }) => ({
    processes,
    measured: throughputPerSecond,
  }))
  const last = fit.curve.at(-1)?.processes ?? 1
  const heights = [...curve.map(({ fitted }) => fitted), ...measured.map((each) => each.measured)]
  const scale = valueScale('linear', heights, heights)
  const knee = fit.kneeProcesses
  return (
    <ResponsiveContainer width="100%" height={260}>
      <ComposedChart
        data={curve}
        margin={{ top: 22, right: 16, bottom: 20, left: 0 }}
        title="Throughput by number of threads"
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="processes"
          type="number"
          domain={[0, last]}
          ticks={threadTicks(last)}
          tickFormatter={(value: number) => formatChosen(value)}
          label={{ value: 'threads', position: 'bottom', offset: 2, ...axisText }}
          tick={axisText}
          stroke="var(--line-strong)"
        />
        <YAxis
          type="number"
          domain={[scale.bottom, scale.top]}
          ticks={scale.ticks}
          width={64}
          label={{ value: '/s', position: 'top', dx: 18, dy: -8, ...axisText }}
          tickFormatter={(value: number) => formatChosen(value)}
          tick={axisText}
          stroke="var(--line-strong)"
        />
        {knee === null || knee > last ? null : (
          <ReferenceLine
            x={knee}
            stroke="var(--ink-faint)"
            strokeDasharray="4 3"
            label={{ value: 'knee', position: 'top', ...axisText }}
          />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={ThroughputTooltip}
        />
        <Line
          dataKey="fitted"
          stroke="var(--accent)"
          strokeWidth={2}
          dot={false}
          activeDot={{ r: 3.5 }}
          isAnimationActive={false}
        />
        <Scatter
          data={measured}
          dataKey="measured"
          fill="var(--series-measured)"
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** Whole numbers of threads, at most about eight of them. */
function threadTicks(last: number): number[] {
  const step = [1, 2, 4, 5, 10, 20, 50, 100].find((each) => last / each <= 8) ?? 200
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step)
}

function ThroughputTooltip({
  active,
  payload,
}: {
  active?: boolean
  payload?: readonly { payload?: ChartRow }[]
}) {
  const rows = payload?.flatMap((each) => each.payload ?? []) ?? []
  const fitted = rows.find((row) => row.fitted !== undefined)
  if (!active || !fitted) return null
  return (
    <p className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-float tabular">
      {formatChosen(Math.round(fitted.processes * 10) / 10)} threads: {formatRate(fitted.fitted)}
    </p>
  )
}
