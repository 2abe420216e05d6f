'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** The address of this page, without what it says of an earlier confirmation that failed. */
export function useHere(): string {
  const pathname = usePathname()
  const query = new URLSearchParams(useSearchParams())
  query.delete('unconfirmed')
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
