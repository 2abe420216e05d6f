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
import { formatMs } from '../../lib/format/durations.ts'
import { formatChosen, formatPercent, formatWholePercent } from '../../lib/format/numbers.ts'
import { axisText } from './axis-text.ts'
import { type CdfCurve, type CdfRow, cdfRows } from './cdf-rows.ts'
import { LineSwatch } from './line-swatch.tsx'
import { valueScale } from './value-scale.ts'

/** Distributions of response times on a logarithmic time axis, where tails can be seen. */
export function CdfChart({ label, curves }: { label: string; curves: readonly CdfCurve[] }) {
  const rows = cdfRows(curves).filter(({ ms }) => ms > 0)
  const times = rows.map(({ ms }) => ms)
  const scale = valueScale('log', times, [])
  return (
    <ResponsiveContainer width="100%" height={260}>
      <LineChart data={rows} margin={{ top: 8, right: 16, bottom: 4, left: 0 }} title={label}>
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
          content={({ active, payload }) => (
            <CdfTooltip
              row={active ? (payload?.[0]?.payload as CdfRow | undefined) : undefined}
              curves={curves}
            />
          )}
        />
        {curves.map(({ id, color, dash }) => (
          <Line
            key={id}
            dataKey={(row: CdfRow) => row.within[id]}
            stroke={color}
            strokeDasharray={dash}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}

function CdfTooltip({ row, curves }: { row: CdfRow | undefined; curves: readonly CdfCurve[] }) {
  if (!row) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-float tabular">
      <p className="font-medium">within {formatMs(row.ms)}</p>
      {curves.map(({ id, label, color, dash }) => (
        <p key={id} className="flex items-center gap-2">
          <LineSwatch color={color} dash={dash} />
          {label} {formatPercent(row.within[id])}
        </p>
      ))}
    </div>
  )
}
