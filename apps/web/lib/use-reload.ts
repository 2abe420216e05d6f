'use client'

import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Operation } from './operations.ts'
import { queryKeyOf } from './query-keys.ts'

/** Has what these operations show read again, once something has changed it. */
export function useReload(): (...operations: readonly Operation[]) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    (...operations) =>
      reload(
        queries,
        operations.map((each) => queryKeyOf(each)),
      ),
    [queries],
  )
}

/**
 * The same by keys. A first answer that is on its way may be older than the change. React Query would
 * wait for it and take it for the new one, so it is given up.
 */
export async function reload(queries: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.map(async (queryKey) => {
      await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}
