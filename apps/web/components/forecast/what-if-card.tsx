'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { hasStatus, problemOf } from '../../lib/api.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { useForecast } from './use-forecast.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

/** The analysed settings, at which every slider begins. */
const asAnalysed = { domains: [], loadFactor: 1, overheadPercent: 0 }

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

/** A refusal is a fact about the analysis, such as its age; any other error is worth a retry. */
function NoForecast({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!hasStatus(error, 409) && !hasStatus(error, 422)) {
    return <ProblemAlert error={error} title="The forecast could not be loaded" onRetry={onRetry} />
  }
  return (
    <Alert title="This analysis cannot answer what-if questions">{problemOf(error).detail}</Alert>
  )
}
