'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api.ts'
import { followLive } from './follow-live.ts'
import { liveCallOf, liveKeyOf } from './live-series.ts'

const POLL_EVERY_MS = 10_000

/**
 * The last half hour of a watched host, live: by server-sent events, and by polling whenever the
 * stream is not open. `isStreaming` is null until the stream has opened or failed.
 */
export function useLiveSeries(hostId: string) {
  const queryClient = useQueryClient()
  const [isStreaming, setStreaming] = useState<boolean | null>(null)
  const query = useQuery({
    queryKey: liveKeyOf(hostId),
    queryFn: ({ signal }) => call('getWatchSeries', { ...liveCallOf(hostId, Date.now()), signal }),
    refetchInterval: isStreaming ? false : POLL_EVERY_MS,
  })
  useEffect(() => followLive(hostId, queryClient, setStreaming), [hostId, queryClient])
  return { ...query, isStreaming }
}
