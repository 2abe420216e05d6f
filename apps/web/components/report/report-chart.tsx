'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { decidingDomain } from '../../lib/deciding-domain.ts'
import { seriesOf } from '../../lib/host-queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { chartRows } from '../charts/chart-rows.ts'
import { ComparisonKey } from '../charts/comparison-key.tsx'
import { ResponseTimeChart } from '../charts/response-time-chart.tsx'
import { useComparison } from '../charts/use-comparison.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ReportPart } from './report-part.tsx'

const HEIGHT = 240

/** The guest that decides the verdict: measured, Steelyard, SandPiper. */
export function ReportChart({
  analysisId,
  result,
}: {
  analysisId: string
  result: AnalysisResult
}) {
  const domain = decidingDomain(result)
  const series = useApi('getAnalysisSeries', seriesOf(analysisId))
  const points = series.data?.domains.find((each) => each.domain === domain?.domain)?.points ?? []
  const windowSeconds = series.data?.windowSeconds ?? 0
  const comparison = useComparison(chartRows(points), {
    result,
    domain: domain ?? undefined,
    windowSeconds,
    scale: 'log',
  })
  if (!domain) return null
  if (!series.data) {
    return series.error ? (
      <ProblemAlert error={series.error} title="The chart could not be loaded" />
    ) : (
      <SkeletonLines lines={6} label="Loading the chart" />
    )
  }
  return (
    <ReportPart title={`${domain.domain} over the recording`}>
      <ComparisonKey {...comparison} />
      <ResponseTimeChart
        label={`Response time of ${domain.domain} over time`}
        height={HEIGHT}
        {...comparison}
      />
    </ReportPart>
  )
}
