'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { seriesOf } from '../../../lib/host-queries.ts'
import { useApi } from '../../../lib/use-api.ts'
import { EvidenceCard } from '../../analysis/evidence/evidence-card.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function SeriesSection({
  analysisId,
  result,
}: {
  analysisId: string
  result: AnalysisResult
}) {
  const series = useApi('getAnalysisSeries', seriesOf(analysisId))
  if (series.data) return <EvidenceCard result={result} series={series.data} />
  return (
    <Card>
      <CardHeader title="Response time over time" />
      <CardBody>
        {series.error ? (
          <ProblemAlert
            error={series.error}
            title="The chart could not be loaded"
            onRetry={() => series.refetch()}
          />
        ) : (
          <div role="status">
            <span className="sr-only">Loading the chart</span>
            <Skeleton className="h-96" />
          </div>
        )}
      </CardBody>
    </Card>
  )
}
