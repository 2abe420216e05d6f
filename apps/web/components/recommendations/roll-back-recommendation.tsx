'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '../../lib/query-keys.ts'
import { useApi } from '../../lib/use-api.ts'
import { RollBack } from '../plan/application/roll-back.tsx'

/** Undoes the change of a recommendation whose outcome asks for it. */
export function RollBackRecommendation({
  recommendation: { applicationId, canRollBack, state },
}: {
  recommendation: HostRecommendation
}) {
  const queries = useQueryClient()
  const asks = canRollBack && state === 'worse'
  const application = useApi(
    'getApplication',
    { params: { id: applicationId ?? '' } },
    { enabled: asks && applicationId !== null },
  )
  if (!asks || !application.data) return null
  return (
    <RollBack
      application={application.data}
      onStarted={() => {
        for (const each of ['listRecommendations', 'getRecommendation'] as const)
          void queries.invalidateQueries({ queryKey: queryKeyOf(each) })
      }}
    />
  )
}
