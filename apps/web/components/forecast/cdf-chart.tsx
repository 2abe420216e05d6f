'use client'

import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatChosen, formatMs, formatPercent, formatWholePercent } from '../../lib/format.ts'
import { axisText } from '../charts/axis-text.ts'
import { valueScale } from '../charts/value-scale.ts'
import type { CdfRow } from './cdf-rows.ts'

/** Two distributions on a logarithmic time axis, where tails can be seen. */
export function CdfChart({ label, rows }: { label: string; rows: readonly CdfRow[] }) {
  const drawn = rows.filter(({ ms }) => ms > 0)
  const scale = valueScale(
    'log',
    drawn.map(({ ms }) => ms),
    [],
  )
  return (
    <ResponsiveContainer width="100%" height={240}>
      <LineChart data={drawn} margin={{ top: 8, right: 16, bottom: 4, left: 0 }} title={label}>
        <CartesianGrid stroke="var(--line)" />
        <XAxis
          dataKey="ms"
          type="number"
          scale="log"
          domain={[scale.bottom, scale.top]}
          ticks={scale.ticks}
          tickFormatter={(ms: number) => `${formatChosen(ms)} ms`}
          tick={axisText}
          stroke="var(--line-strong)"
          minTickGap={16}
        />
        <YAxis
          type="number"
          domain={[0, 1]}
          ticks={[0, 0.25, 0.5, 0.75, 0.95]}
          width={52}
          tickFormatter={formatWholePercent}
          tick={axisText}
          stroke="var(--line-strong)"
        />
        <ReferenceLine y={0.95} stroke="var(--ink-faint)" strokeDasharray="2 3" />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={CdfTooltip}
        />
        <Line
          dataKey="now"
          stroke="var(--ink-faint)"
          strokeWidth={2}
          strokeDasharray="4 3"
          dot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="asked"
          stroke="var(--series-twin)"
          strokeWidth={2}
          dot={false}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

function CdfTooltip({
  active,
  payload,
}: {
  active?: boolean
  payload?: readonly { payload?: CdfRow }[]
}) {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-float tabular">
      <p className="font-medium">within {formatMs(row.ms)}</p>
      <p>now {formatPercent(row.now)}</p>
      <p>as asked {formatPercent(row.asked)}</p>
    </div>
  )
}
