'use client'

import type { ThroughputFit, ThroughputPoint } from '@steelyard/contract'
import { formatChosen, formatRate } from '@steelyard/contract/format'
import { Line, ReferenceLine, Scatter } from 'recharts'
import { axisText, Plot } from '../charts/plot.tsx'
import { valueScale } from '../charts/value-scale.ts'

type ChartRow = { processes: number; fitted?: number; measured?: number }

/** Plots the measured points, the fitted curve, and the last process worth adding. */
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
    <Plot<ChartRow>
      label="Throughput by number of threads"
      height={260}
      data={curve}
      x={{
        of: ({ processes }) => processes,
        from: 0,
        to: last,
        ticks: threadTicks(last),
        title: 'threads',
      }}
      y={{ from: scale.bottom, to: scale.top, ticks: scale.ticks, width: 64, title: '/s' }}
      tip={throughputTip}
    >
      {knee === null || knee > last ? null : (
        <ReferenceLine
          x={knee}
          stroke="var(--ink-faint)"
          strokeDasharray="4 3"
          label={{ value: 'knee', position: 'top', ...axisText }}
        />
      )}
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
    </Plot>
  )
}

/** At most about eight whole numbers of threads. */
function threadTicks(last: number): number[] {
  const step = [1, 2, 4, 5, 10, 20, 50, 100].find((each) => last / each <= 8) ?? 200
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step)
}

function throughputTip(rows: readonly ChartRow[]) {
  const fitted = rows.find((row) => row.fitted !== undefined)
  if (!fitted) return null
  return `${formatChosen(Math.round(fitted.processes * 10) / 10)} threads: ${formatRate(fitted.fitted)}`
}
