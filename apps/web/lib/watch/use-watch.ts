'use client'

import { useApi } from '../use-api.ts'
import { watchOf } from './watch-queries.ts'

/** How a host is watched; `watch` is null when it is not, and undefined until that is known. */
export function useWatch(hostId: string, { pollMs }: { pollMs: number }) {
  const query = useApi('getWatch', watchOf(hostId), {
    refetchInterval: (known) => (known?.watch ? pollMs : false),
  })
  return { ...query, watch: query.data?.watch }
}
