'use client'

import type { Headroom } from '@steelyard/contract'
import { formatChosen, formatFactor, formatMs } from '@steelyard/contract/format'
import { Line, ReferenceDot, ReferenceLine } from 'recharts'
import { Plot } from '../../charts/plot.tsx'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { valueScale } from '../../charts/value-scale.ts'

/** About five round factors. */
function factorTicks(last: number): number[] {
  const step = [0.25, 0.5, 1].find((each) => last / each <= 6) ?? 2
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step)
}

/** Plots peak response time over load, the target, and the point where they cross. */
export function HeadroomChart({
  headroom: { domain, points, breaksAtFactor, limit },
  targetMs,
  loadFactor,
}: {
  headroom: Headroom
  targetMs: number | null
  /** The load factor of the question. */
  loadFactor: number
}) {
  const times = points.map((point) => point.responseTimeMs)
  const { styleOf } = useSeriesStyles()
  const scale = valueScale('linear', times, [targetMs ?? Math.min(...times) * 2])
  const style = styleOf('sdps')
  const last = Math.max(points.at(-1)?.loadFactor ?? 1, loadFactor, breaksAtFactor ?? 0)
  return (
    <Plot
      label={`Peak response time of ${domain} over load`}
      height={190}
      data={points}
      x={{
        of: (point) => point.loadFactor,
        from: 0,
        to: last,
        ticks: factorTicks(last),
        write: (factor) => `×${formatChosen(factor)}`,
      }}
      y={{ from: scale.bottom, to: scale.top, ticks: scale.ticks, width: 46, title: 'ms' }}
      tip={([point]) =>
        point
          ? `${formatFactor(point.loadFactor)} the load: ${formatMs(point.responseTimeMs)}`
          : null
      }
    >
      <ReferenceLine x={loadFactor} stroke="var(--ink-faint)" strokeDasharray="2 3" />
      {targetMs === null ? null : (
        <ReferenceLine y={targetMs} stroke="var(--danger)" strokeDasharray="10 3 2 3" />
      )}
      {breaksAtFactor === null ? null : (
        <ReferenceLine x={breaksAtFactor} stroke="var(--danger)" strokeWidth={1.5} />
      )}
      <Line
        dataKey="responseTimeMs"
        stroke={style.color}
        strokeWidth={style.width}
        dot={false}
        activeDot={{ r: 3.5 }}
        isAnimationActive={false}
      />
      {breaksAtFactor === null || limit !== 'target' || targetMs === null ? null : (
        <ReferenceDot
          x={breaksAtFactor}
          y={targetMs}
          r={4.5}
          fill="var(--danger)"
          stroke="var(--surface)"
          strokeWidth={2}
        />
      )}
    </Plot>
  )
}
