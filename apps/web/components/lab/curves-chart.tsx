'use client'

import type { LabVariant } from '@steelyard/contract'
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
import { type CurveRow, variantCurves } from './variant-curves.ts'
import type { VariantStyle } from './variant-style.ts'
import { VariantSwatch } from './variant-swatch.tsx'

/** How the response times of one domain are spread under each variant, tails visible. */
export function CurvesChart({
  variants,
  styles,
  domain,
}: {
  variants: readonly LabVariant[]
  styles: ReadonlyMap<string, VariantStyle>
  domain: string
}) {
  const rows = variantCurves(variants, domain).filter(({ ms }) => ms > 0)
  const times = rows.map(({ ms }) => ms)
  const scale = valueScale('log', times, [])
  return (
    <ResponsiveContainer width="100%" height={280}>
      <LineChart
        data={rows}
        margin={{ top: 8, right: 16, bottom: 4, left: 0 }}
        title={`Share of requests of ${domain} answered within a time, by variant`}
      >
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
            <CurvesTooltip
              row={active ? (payload?.[0]?.payload as CurveRow | undefined) : undefined}
              variants={variants}
              styles={styles}
            />
          )}
        />
        {variants.map(({ id }) => (
          <Line
            key={id}
            dataKey={(row: CurveRow) => row.within[id]}
            stroke={styles.get(id)?.color}
            strokeDasharray={styles.get(id)?.dash}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}

function CurvesTooltip({
  row,
  variants,
  styles,
}: {
  row: CurveRow | undefined
  variants: readonly LabVariant[]
  styles: ReadonlyMap<string, VariantStyle>
}) {
  if (!row) return null
  return (
    <div className="rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-float tabular">
      <p className="font-medium">within {formatMs(row.ms)}</p>
      {variants.map(({ id, label }) => (
        <p key={id} className="flex items-center gap-2">
          <VariantSwatch style={styles.get(id)!} />
          {label} {formatPercent(row.within[id])}
        </p>
      ))}
    </div>
  )
}
