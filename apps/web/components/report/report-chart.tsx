'use client'

import { type AnalysisResult, getAnalysisSeries } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { phaseBands, weightChangeMarks } from '../charts/chart-marks.ts'
import { chartRows, valuesOf } from '../charts/chart-rows.ts'
import { ResponseTimeChart } from '../charts/response-time-chart.tsx'
import { saturatedBands } from '../charts/saturated-bands.ts'
import { useSeriesStyles } from '../charts/series-style.ts'
import { SeriesSwatch } from '../charts/series-swatch.tsx'
import { valueScale } from '../charts/value-scale.ts'
import { steelyardLine } from '../host/now/steelyard-line.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { decidingDomain } from './deciding-domain.ts'
import { ReportPart } from './report-part.tsx'

const HEIGHT = 260

/** The domain that decides the verdict: measured, Steelyard, SandPiper. */
export function ReportChart({
  analysisId,
  result,
}: {
  analysisId: string
  result: AnalysisResult
}) {
  const { styleOf } = useSeriesStyles()
  const domain = decidingDomain(result)
  const series = useApi(getAnalysisSeries, {
    params: { id: analysisId },
    query: { maxPoints: 600 },
  })
  if (!domain) return null
  if (!series.data) {
    return series.error ? (
      <ProblemAlert error={series.error} title="The chart could not be loaded" />
    ) : (
      <SkeletonLines lines={6} label="Loading the chart" />
    )
  }
  const points = series.data.domains.find((each) => each.domain === domain.domain)?.points ?? []
  const rows = chartRows(points)
  const shown = ['measured', steelyardLine(rows, result.predictor), 'sandpiper']
  // A target on a percentile of requests says nothing about the means of windows.
  const targetMs =
    result.targetStatistic === 'mean' ? (domain.target?.responseTimeMs ?? null) : null
  const anchors = [...valuesOf(rows, ['measured']), ...(targetMs === null ? [] : [targetMs])]
  const saturated = saturatedBands(rows, 'sandpiper', series.data.windowSeconds * 1000)
  return (
    <ReportPart title={`Mean response time of ${domain.domain}`}>
      <p className="flex flex-wrap gap-x-5 text-ink-soft">
        {shown.map((key) => (
          <span key={key} className="inline-flex items-center gap-2">
            <SeriesSwatch series={key} /> {styleOf(key).label}
          </span>
        ))}
        {saturated.length > 0 ? <span>shaded: SandPiper saturated, no answer</span> : null}
      </p>
      <ResponseTimeChart
        label={`Response time of ${domain.domain} over time`}
        rows={rows}
        windowSeconds={series.data.windowSeconds}
        shown={shown}
        scale={valueScale('log', valuesOf(rows, shown), anchors)}
        targetMs={targetMs}
        bands={phaseBands(result)}
        gaps={saturated}
        changes={weightChangeMarks(result)}
        height={HEIGHT}
      />
    </ReportPart>
  )
}
