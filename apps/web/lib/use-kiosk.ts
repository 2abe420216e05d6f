import { useSearchParams } from 'next/navigation'
import { changedQuery } from './changed-query.ts'

/** Whether the page is shown on a screen that nobody sits at: without anything to press. */
export function useKiosk(): boolean {
  return useSearchParams().has('kiosk')
}

/** A page as a kiosk shows it. */
export function kioskHref(path: string, query: string): string {
  return path + changedQuery(query, { kiosk: 'on' })
}
