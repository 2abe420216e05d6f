'use client'

import type { Headroom } from '@steelyard/contract'
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatMs } from '../../../lib/format/durations.ts'
import { formatChosen, formatFactor } from '../../../lib/format/numbers.ts'
import { axisText } from '../../charts/axis-text.ts'
import { styleOf } from '../../charts/series-style.ts'
import { valueScale } from '../../charts/value-scale.ts'

/** Round factors, about five of them. */
function factorTicks(last: number): number[] {
  const step = [0.25, 0.5, 1].find((each) => last / each <= 6) ?? 2
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step)
}

/** Peak response time over load, the target, and the point where the one crosses the other. */
export function HeadroomChart({
  headroom: { domain, points, breaksAtFactor, limit },
  targetMs,
  loadFactor,
}: {
  headroom: Headroom
  targetMs: number | null
  /** The load that is asked about. */
  loadFactor: number
}) {
  const times = points.map((point) => point.responseTimeMs)
  const scale = valueScale('linear', times, [targetMs ?? Math.min(...times) * 2])
  const style = styleOf('sdps')
  const last = Math.max(points.at(-1)?.loadFactor ?? 1, loadFactor, breaksAtFactor ?? 0)
  return (
    <ResponsiveContainer width="100%" height={190}>
      <LineChart
        data={points}
        margin={{ top: 18, right: 12, bottom: 4, left: 0 }}
        title={`Peak response time of ${domain} over load`}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="loadFactor"
          type="number"
          domain={[0, last]}
          ticks={factorTicks(last)}
          tickFormatter={(factor: number) => `×${formatChosen(factor)}`}
          tick={axisText}
          stroke="var(--line-strong)"
        />
        <YAxis
          type="number"
          domain={[scale.bottom, scale.top]}
          ticks={scale.ticks}
          allowDataOverflow
          width={46}
          label={{ value: 'ms', position: 'top', dx: 14, dy: -6, ...axisText }}
          tickFormatter={(value: number) => formatChosen(value)}
          tick={axisText}
          stroke="var(--line-strong)"
        />
        <ReferenceLine x={loadFactor} stroke="var(--ink-faint)" strokeDasharray="2 3" />
        {targetMs === null ? null : (
          <ReferenceLine y={targetMs} stroke="var(--danger)" strokeDasharray="10 3 2 3" />
        )}
        {breaksAtFactor === null ? null : (
          <ReferenceLine x={breaksAtFactor} stroke="var(--danger)" strokeWidth={1.5} />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={HeadroomTooltip}
        />
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
      </LineChart>
    </ResponsiveContainer>
  )
}

function HeadroomTooltip({
  active,
  payload,
}: {
  active?: boolean
  payload?: readonly { payload?: Headroom['points'][number] }[]
}) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  return (
    <p className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-float tabular">
      {formatFactor(point.loadFactor)} the load: {formatMs(point.responseTimeMs)}
    </p>
  )
}
