'use client'

import { type AnalysisResult, getAnalysisSeries, type Series } from '@steelyard/contract'
import { useMemo, useState } from 'react'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { formatSpan } from '../../../lib/format/dates.ts'
import { seriesOf } from '../../../lib/host-queries.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useQueryParams } from '../../../lib/use-query-params.ts'
import { phaseBands, weightChangeMarks } from '../../charts/chart-marks.ts'
import { chartRows, valuesOf } from '../../charts/chart-rows.ts'
import { ResponseTimeChart } from '../../charts/response-time-chart.tsx'
import { saturatedBands } from '../../charts/saturated-bands.ts'
import { MEASURED_P95, type StyleOf, useSeriesStyles } from '../../charts/series-style.ts'
import { StyleSwatch } from '../../charts/series-swatch.tsx'
import { type ScaleKind, valueScale } from '../../charts/value-scale.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Term } from '../../ui/term.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { steelyardLine } from './steelyard-line.ts'

const HEIGHT = 262

const scales = [
  { value: 'log', label: 'Logarithmic' },
  { value: 'linear', label: 'Linear' },
] as const

/** Measured, Steelyard and SandPiper over time, for one domain. */
export function ComparisonCard({
  analysisId,
  result,
}: {
  analysisId: string
  result: AnalysisResult
}) {
  const series = useApi(getAnalysisSeries, seriesOf(analysisId))
  return (
    <Card aria-label="Measured and predicted over time">
      <CardBody className="space-y-3">
        {series.data ? (
          <Comparison result={result} series={series.data} />
        ) : series.error ? (
          <ProblemAlert
            error={series.error}
            title="The chart could not be loaded"
            onRetry={() => void series.refetch()}
          />
        ) : (
          <div role="status" style={{ height: HEIGHT + 88 }}>
            <span className="sr-only">Loading the chart</span>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function Comparison({ result, series }: { result: AnalysisResult; series: Series }) {
  const { host } = useHostFrame()
  const domains = inHostOrder(result.domains, host)
  const [params, change] = useQueryParams()
  const asked = domains.find(({ domain }) => domain === params.get('domain'))
  const domain = asked ?? worstOf(domains) ?? domains[0]
  const [scale, setScale] = useState<ScaleKind>('log')
  const rows = useMemo(
    () => chartRows(series.domains.find((each) => each.domain === domain?.domain)?.points ?? []),
    [series, domain?.domain],
  )
  const steelyard = steelyardLine(rows, result.predictor)
  const shown = ['measured', steelyard, 'sandpiper']
  const styleOf = useNamedStyles(steelyard)
  const bands = useMemo(() => phaseBands(result), [result])
  const saturated = saturatedBands(rows, 'sandpiper', series.windowSeconds * 1000)
  if (!domain) return null
  const targetMs = domain.target?.responseTimeMs ?? null
  // A target on a percentile of requests is compared with percentiles, which stand as dots.
  const dotsP95 = result.targetStatistic !== 'mean'
  const drawn = dotsP95 ? [...shown, MEASURED_P95] : shown
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="font-semibold [overflow-wrap:anywhere]">
            {domain.domain} over the recording
          </h2>
          <p className="text-sm text-ink-faint">
            {formatSpan(result.range)}, windows of {series.windowSeconds} s
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {dotsP95 ? (
              <li className="inline-flex items-center gap-2">
                <span aria-hidden className="size-1.5 rounded-full bg-ink" />
                <span aria-hidden className="size-1.5 bg-danger" />
                95th percentile, within and over
              </li>
            ) : null}
            {shown.map((key) => (
              <li key={key} className="inline-flex items-center gap-2">
                <StyleSwatch style={styleOf(key)} />
                {styleOf(key).label}
              </li>
            ))}
            {saturated.length > 0 ? (
              <li className="inline-flex items-center gap-2">
                <span
                  aria-hidden
                  className="h-3 w-6 border border-dashed opacity-60"
                  style={{
                    borderColor: styleOf('sandpiper').color,
                    backgroundColor: `color-mix(in srgb, ${styleOf('sandpiper').color} 25%, transparent)`,
                  }}
                />
                <span>
                  SandPiper: <Term of="saturated">saturated</Term>, no answer
                </span>
              </li>
            ) : null}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label="Guest of the chart"
            className="h-9 w-36"
            value={domain.domain}
            onChange={(event) => change({ domain: event.target.value })}
          >
            {domains.map((each) => (
              <option key={each.domain}>{each.domain}</option>
            ))}
          </Select>
          <Segmented label="Scale" options={scales} value={scale} onChange={setScale} />
        </div>
      </div>
      <ResponseTimeChart
        label={`Measured and predicted response time of ${domain.domain} over time`}
        rows={rows}
        windowSeconds={series.windowSeconds}
        shown={shown}
        styleOf={styleOf}
        scale={valueScale(scale, valuesOf(rows, drawn), [
          ...valuesOf(rows, dotsP95 ? ['measured', MEASURED_P95] : ['measured']),
          ...(targetMs === null ? [] : [targetMs]),
        ])}
        targetMs={targetMs}
        dotsP95={dotsP95}
        bands={bands}
        gaps={saturated}
        changes={weightChangeMarks(result)}
        height={HEIGHT}
      />
    </>
  )
}

/** The domain that exceeds its target most; none when all are within. */
function worstOf(domains: AnalysisResult['domains']) {
  const excess = ({ observedMs, target }: AnalysisResult['domains'][number]) =>
    observedMs !== null && target?.responseTimeMs ? observedMs / target.responseTimeMs : 0
  return domains.toSorted((a, b) => excess(b) - excess(a)).find((each) => excess(each) > 1)
}

/** On this chart the chosen model speaks for Steelyard. */
function useNamedStyles(steelyard: string): StyleOf {
  const { styleOf } = useSeriesStyles()
  return useMemo(
    () => (key) => {
      const style = styleOf(key)
      if (key === steelyard) {
        return { ...style, label: 'Steelyard, mean', color: 'var(--accent)', dash: undefined }
      }
      return key === 'measured' || key === 'sandpiper'
        ? { ...style, label: `${style.label}, mean` }
        : style
    },
    [styleOf, steelyard],
  )
}
