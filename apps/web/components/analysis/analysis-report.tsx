'use client'

import { type Analysis, type AnalysisResult, getAnalysisSeries } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { WhatIfCard } from '../forecast/what-if-card.tsx'
import { LeversCard } from '../levers/levers-card.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EvidenceCard } from './evidence/evidence-card.tsx'
import { PhaseTable } from './evidence/phase-table.tsx'
import { FoundationsSection } from './foundations/foundations-section.tsx'
import { BreakdownCard } from './load/breakdown-card.tsx'
import { LoadCard } from './load/load-card.tsx'
import { SandpiperCard } from './load/sandpiper-card.tsx'
import { ObjectivesCard } from './recommendation/objectives-card.tsx'
import { RecommendationSection } from './recommendation/recommendation-section.tsx'
import { CalibrationCard } from './trust/calibration-card.tsx'
import { ErrorCard } from './trust/error-card.tsx'
import { TrustCard } from './trust/trust-card.tsx'
import { TwinCard } from './twin/twin-card.tsx'
import { VerdictHero } from './verdict/verdict-hero.tsx'

/**
 * Shows the verdict first, then what helps most, how far to trust it, the alternatives, the
 * evidence and the details.
 */
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
      <LeversCard analysis={analysis} result={result} />
      <TrustCard analysis={analysis} result={result} />
      <WhatIfCard analysisId={analysis.id} hostId={analysis.hostId} result={result} />
      <Evidence analysisId={analysis.id} result={result} />
      <PhaseTable result={result} />
      <TwinCard twin={result.twin} />
      {result.objectives?.length ? (
        <ObjectivesCard objectives={result.objectives} result={result} />
      ) : null}
      {result.recommendation ? (
        <RecommendationSection recommendation={result.recommendation} />
      ) : null}
      <LoadCard result={result} />
      <BreakdownCard result={result} />
      <ErrorCard result={result} />
      <CalibrationCard calibration={result.calibration} />
      <SandpiperCard sandpiper={result.sandpiper} />
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
