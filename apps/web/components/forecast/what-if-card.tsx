'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { NoForecast } from './no-forecast.tsx'
import { asAnalysed } from './question/question.ts'
import { useForecast } from './use-forecast.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

/** Forecasts other weights, caps, loads and scheduler settings while a slider moves. */
export function WhatIfCard({
  analysisId,
  hostId,
  result,
}: {
  analysisId: string
  hostId: string
  result: AnalysisResult
}) {
  const { data, error, refetch } = useForecast(analysisId, asAnalysed)
  return (
    <Card aria-labelledby="what-if">
      <CardHeader
        id="what-if"
        title="What if?"
        description="Move a slider: formulas answer at once, and the twin, a simulation of the host, confirms. Nothing is changed on the host."
      />
      {data ? (
        <WhatIfPanel
          analysisId={analysisId}
          hostId={hostId}
          result={result}
          now={data.question}
          pCpus={data.pCpus}
        />
      ) : (
        <CardBody>
          {error ? (
            <NoForecast error={error} onRetry={() => refetch()} />
          ) : (
            <SkeletonLines lines={6} label="Loading the forecast" />
          )}
        </CardBody>
      )}
    </Card>
  )
}
