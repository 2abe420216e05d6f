'use client'

import { HeadroomSection } from '../../forecast/headroom/headroom-section.tsx'
import { NoForecast } from '../../forecast/no-forecast.tsx'
import { asAnalysed } from '../../forecast/question/question.ts'
import { useForecast } from '../../forecast/use-forecast.ts'
import { Card } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { WithResult } from '../frame/with-result.tsx'

/** How much more load the host can bear. */
export function HeadroomTab() {
  return <WithResult>{({ id }) => <HeadroomOf analysisId={id} />}</WithResult>
}

function HeadroomOf({ analysisId }: { analysisId: string }) {
  const { data, error, refetch } = useForecast(analysisId, asAnalysed)
  if (data) {
    return (
      <Card>
        <HeadroomSection forecast={data} />
      </Card>
    )
  }
  if (error) return <NoForecast error={error} onRetry={() => void refetch()} />
  return <SkeletonLines lines={6} label="Loading the headroom" />
}
