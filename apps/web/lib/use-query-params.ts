'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import { changedQuery } from './changed-query.ts'

/** The state of controls in the address: what it says now, and how to replace parts of it. */
export function useQueryParams() {
  const params = useSearchParams()
  const path = usePathname()
  const { replace } = useRouter()
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      replace(path + changedQuery(params.toString(), changes), { scroll: false }),
    [params, path, replace],
  )
  return [params, change] as const
}
