'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { useReload } from '../../lib/use-reload.ts'
import { RollBack } from '../plan/application/roll-back.tsx'

/** Undoes the change of a recommendation whose outcome asks for it. */
export function RollBackRecommendation({
  recommendation: { applicationId, canRollBack, state },
}: {
  recommendation: HostRecommendation
}) {
  const reload = useReload()
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
      onStarted={() => void reload('listRecommendations', 'getRecommendation')}
    />
  )
}
