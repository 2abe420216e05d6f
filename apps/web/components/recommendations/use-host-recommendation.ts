'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { useApi } from '../../lib/use-api.ts'
import { newestRecommendation } from './recommendation-queries.ts'

const REFRESH_MS = 10_000
const SHOWN_AFTER_MS = 24 * 3_600_000

/** The newest recommendation for a host, until a day after it was closed. */
export function useHostRecommendation(hostId: string) {
  const query = useApi('listRecommendations', newestRecommendation(hostId), {
    refetchInterval: REFRESH_MS,
  })
  const newest = query.data?.data[0]
  return { ...query, recommendation: newest && isTopical(newest) ? newest : null }
}

/** Whether it still matters to whoever looks at the host. */
export function isTopical({ closedAt }: Pick<HostRecommendation, 'closedAt'>, now = Date.now()) {
  return closedAt === null || now - Date.parse(closedAt) < SHOWN_AFTER_MS
}
