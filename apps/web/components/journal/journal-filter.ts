import { LOOP_DECISIONS } from '@steelyard/contract/plain'
import type { JournalFilter } from './journal-list.tsx'

/** The filter of the journal that an address asks for. */
export function journalFilter(params: Pick<URLSearchParams, 'get'>): JournalFilter {
  const hostId = params.get('host')
  const decision = LOOP_DECISIONS.find((each) => each === params.get('decision'))
  return { ...(hostId ? { hostId } : {}), ...(decision ? { decision } : {}) }
}
