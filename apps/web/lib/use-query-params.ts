'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { changedQuery } from './changed-query.ts'

/**
 * The state of controls in the address: what it says now, and how to replace parts of it. Next
 * follows the history, and without its router no answer of the server is waited for.
 */
export function useQueryParams() {
  const params = useSearchParams()
  const path = usePathname()
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      history.replaceState(null, '', path + changedQuery(location.search, changes)),
    [path],
  )
  return [params, change] as const
}
