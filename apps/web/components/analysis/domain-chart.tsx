'use client'

import type { DomainResult } from '@steelyard/contract'
import { formatMs } from '../../lib/format.ts'
import type { Band, Change } from '../charts/chart-marks.ts'
import { chartNotes } from '../charts/chart-notes.ts'
import { type ChartRow, valuesOf } from '../charts/chart-rows.ts'
import { ResponseTimeChart } from '../charts/response-time-chart.tsx'
import type { SeriesKey } from '../charts/series-style.ts'
import { type ScaleKind, valueScale } from '../charts/value-scale.ts'
import { SeriesTable } from './series-table.tsx'
import { TargetMark } from './target-mark.tsx'

export interface DomainChartProps {
  domain: DomainResult
  rows: readonly ChartRow[]
  windowSeconds: number
  view: 'chart' | 'table'
  scale: ScaleKind
  shown: readonly SeriesKey[]
  bands: readonly Band[]
  changes: readonly Change[]
  height: number
}

/** One domain: its figures, its picture or table, and what the picture cannot show. */
export function DomainChart(props: DomainChartProps) {
  const { domain, rows, view, shown, bands, changes, height } = props
  const targetMs = domain.target?.responseTimeMs ?? null
  const anchors = [...valuesOf(rows, ['measured']), ...(targetMs === null ? [] : [targetMs])]
  const scale = valueScale(props.scale, valuesOf(rows, shown), anchors)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{domain.domain}</h3>
        <span className="text-sm text-ink-soft tabular">
          mean {formatMs(domain.measured?.meanMs)}, 95th percentile{' '}
          {formatMs(domain.measured?.p95Ms)}
        </span>
        <TargetMark meets={domain.meetsTarget} targetMs={targetMs} />
      </figcaption>
      {view === 'table' ? (
        <SeriesTable domain={domain.domain} rows={rows} shown={shown} bands={bands} />
      ) : (
        <>
          <ResponseTimeChart
            label={`Response time of ${domain.domain} over time`}
            rows={rows}
            windowSeconds={props.windowSeconds}
            shown={shown}
            scale={scale}
            targetMs={targetMs}
            bands={bands}
            changes={changes}
            height={height}
          />
          <ul className="mt-1 space-y-0.5 text-sm text-ink-faint">
            {chartNotes(rows, shown, scale.top).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </figure>
  )
}
