'use client'

import { usePathname } from 'next/navigation'
import { useApi } from '../../lib/use-api.ts'
import { type Entry, entriesOf } from './entries.ts'

/** What the palette offers on this page; it fills as the answers come. */
export function useEntries(): Entry[] {
  const permissions = useApi('getSession').data?.permissions ?? []
  const [, first, hostId] = usePathname().split('/')
  const fleet = useApi('getFleet')
  const recordings = useApi('listAnalyses', { query: { limit: 100 } })
  const plans = useApi('listPlans', { query: { limit: 50 } })
  return entriesOf({
    hostId: first === 'hosts' ? (hostId ?? null) : null,
    hosts: fleet.data?.data ?? [],
    recordings: recordings.data?.data ?? [],
    plans: plans.data?.data ?? [],
    permissions,
  })
}
