'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { openRecommendations } from './recommendation-queries.ts'

const REFRESH_MS = 30_000

/** Those of all hosts that wait for a person. */
export function useOpenRecommendations(): readonly HostRecommendation[] {
  const { data } = useApi('listRecommendations', openRecommendations, {
    refetchInterval: REFRESH_MS,
  })
  return data?.data ?? []
}
