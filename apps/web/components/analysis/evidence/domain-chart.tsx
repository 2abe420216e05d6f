'use client'

import type { DomainResult, EvidenceGrade, Statistic } from '@steelyard/contract'
import { formatMs, formatRate, formatTargetMs } from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import { formatClock } from '../../../lib/format/dates.ts'
import { type Band, bandAt, type Change } from '../../charts/chart-marks.ts'
import { chartNotes } from '../../charts/chart-notes.ts'
import { type ChartRow, valueIn, valuesOf } from '../../charts/chart-rows.ts'
import { ResponseTimeChart } from '../../charts/response-time-chart.tsx'
import { saturatedBands } from '../../charts/saturated-bands.ts'
import { MEASURED_P95, type SeriesKey, useSeriesStyles } from '../../charts/series-style.ts'
import { type ScaleKind, valueScale } from '../../charts/value-scale.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { VerdictMark } from '../../ui/verdict-mark.tsx'
import { NotValidMark } from '../trust/not-valid-mark.tsx'

export interface DomainChartProps {
  domain: DomainResult
  /** What targets apply to: percentiles of windows stand as dots, beside the means. */
  statistic: Statistic
  grade: EvidenceGrade
  rows: readonly ChartRow[]
  windowSeconds: number
  view: 'chart' | 'table'
  scale: ScaleKind
  shown: readonly SeriesKey[]
  bands: readonly Band[]
  changes: readonly Change[]
  height: number
}

/** One domain: its figures, its chart or table, and notes on what the chart cannot show. */
export function DomainChart(props: DomainChartProps) {
  const { domain, rows, view, shown, bands, changes, height } = props
  const { styleOf } = useSeriesStyles()
  const targetMs = domain.target?.responseTimeMs ?? null
  const dotsP95 = props.statistic !== 'mean'
  const drawn = dotsP95 ? [...shown, MEASURED_P95] : shown
  const anchors = [
    ...valuesOf(rows, dotsP95 ? ['measured', MEASURED_P95] : ['measured']),
    ...(targetMs === null ? [] : [targetMs]),
  ]
  const saturated = shown.includes('sandpiper')
    ? saturatedBands(rows, 'sandpiper', props.windowSeconds * 1000)
    : []
  const scale = valueScale(props.scale, valuesOf(rows, drawn), anchors)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{domain.domain}</h3>
        <span className="text-sm text-ink-soft tabular">
          mean {formatMs(domain.measured?.meanMs)}, 95th percentile{' '}
          {formatMs(domain.measured?.p95Ms)}
        </span>
        <span className="text-sm text-ink-soft tabular">
          {targetMs === null ? 'no target' : `target ${formatTargetMs(targetMs)}`}{' '}
          <VerdictMark verdict={measuredVerdict(domain.meetsTarget, props.grade)} />
        </span>
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
            dotsP95={dotsP95}
            bands={bands}
            gaps={saturated}
            changes={changes}
            height={height}
          />
          <ul className="mt-1 space-y-0.5 text-sm text-ink-faint">
            {chartNotes(rows, shown, scale.top, styleOf).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </figure>
  )
}

/** Shows the chart's windows as numbers. */
function SeriesTable({
  domain,
  rows,
  shown,
  bands,
}: {
  domain: string
  rows: readonly ChartRow[]
  shown: readonly SeriesKey[]
  bands: readonly Band[]
}) {
  const { styleOf } = useSeriesStyles()
  return (
    <div className="max-h-96 overflow-y-auto rounded-lg border border-line">
      <PlainTable caption={`Response time of ${domain} by window`}>
        <thead>
          <tr>
            <HeadCell>Window from</HeadCell>
            <HeadCell>Phase</HeadCell>
            <HeadCell numeric>Arrival rate</HeadCell>
            {shown.map((key) => (
              <HeadCell key={key} numeric>
                {styleOf(key).label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at} className="border-b border-line last:border-0">
              <RowHead className="font-normal tabular">{formatClock(row.at)}</RowHead>
              <Cell className="whitespace-nowrap">{bandAt(bands, row.at)?.label ?? '–'}</Cell>
              <Cell numeric>{formatRate(row.arrivalRatePerSecond)}</Cell>
              {shown.map((key) => (
                <Cell key={key} numeric>
                  {formatMs(valueIn(row, key))}
                  {valueIn(row, key) !== null && row.notValid.includes(key) ? (
                    <NotValidMark />
                  ) : null}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
