'use client'

import {
  formatChosen,
  formatMs,
  formatPercent,
  formatWholePercent,
} from '@steelyard/contract/format'
import { Line, ReferenceLine } from 'recharts'
import { type CdfCurve, type CdfRow, cdfRows } from './cdf-rows.ts'
import { LineSwatch } from './line-swatch.tsx'
import { Plot } from './plot.tsx'
import { valueScale } from './value-scale.ts'

/** Distributions of response times on a logarithmic time axis, which makes the tails visible. */
export function CdfChart({ label, curves }: { label: string; curves: readonly CdfCurve[] }) {
  const rows = cdfRows(curves).filter(({ ms }) => ms > 0)
  const times = rows.map(({ ms }) => ms)
  const scale = valueScale('log', times, [])
  return (
    <Plot
      label={label}
      height={260}
      data={rows}
      grid="both"
      x={{
        of: ({ ms }) => ms,
        scale: 'log',
        from: scale.bottom,
        to: scale.top,
        ticks: scale.ticks,
        write: (ms) => `${formatChosen(ms)} ms`,
      }}
      y={{
        from: 0,
        to: 1,
        ticks: [0, 0.25, 0.5, 0.75, 0.95],
        width: 52,
        write: formatWholePercent,
      }}
      tip={([row]) => (row ? <CdfTip row={row} curves={curves} /> : null)}
    >
      <ReferenceLine y={0.95} stroke="var(--ink-faint)" strokeDasharray="2 3" />
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
    </Plot>
  )
}

function CdfTip({ row, curves }: { row: CdfRow; curves: readonly CdfCurve[] }) {
  return (
    <>
      <p className="font-medium">within {formatMs(row.ms)}</p>
      {curves.map(({ id, label, color, dash }) => (
        <p key={id} className="flex items-center gap-2">
          <LineSwatch color={color} dash={dash} />
          {label} {formatPercent(row.within[id])}
        </p>
      ))}
    </>
  )
}
