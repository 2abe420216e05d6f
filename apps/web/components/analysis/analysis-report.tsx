'use client'

import { type Analysis, type AnalysisResult, getAnalysisSeries } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { ErrorCard } from './error-card.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { FoundationsSection } from './foundations-section.tsx'
import { LoadCard } from './load-card.tsx'
import { PhaseTable } from './phase-table.tsx'
import { RecommendationSection } from './recommendation-section.tsx'
import { SandpiperCard } from './sandpiper-card.tsx'
import { VerdictHero } from './verdict-hero.tsx'

/** Verdict first, then the evidence, then the detail. */
export function AnalysisReport({
  analysis,
  result,
}: {
  analysis: Analysis
  result: AnalysisResult
}) {
  return (
    <div className="space-y-6">
      <VerdictHero analysisId={analysis.id} result={result} />
      <Evidence analysisId={analysis.id} result={result} />
      <LoadCard result={result} />
      <PhaseTable result={result} />
      <ErrorCard result={result} />
      <SandpiperCard sandpiper={result.sandpiper} />
      <BreakdownCard result={result} />
      {result.recommendation ? (
        <RecommendationSection recommendation={result.recommendation} />
      ) : null}
      <FoundationsSection analysis={analysis} result={result} />
    </div>
  )
}

function Evidence({ analysisId, result }: { analysisId: string; result: AnalysisResult }) {
  const series = useApi(getAnalysisSeries, {
    params: { id: analysisId },
    query: { maxPoints: 600 },
  })
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
