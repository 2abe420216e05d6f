import { LoopDecision } from '@steelyard/contract'
import type { JournalFilter } from './journal-list.tsx'

/** The filter of the journal that an address asks for. */
export function journalFilter(params: Pick<URLSearchParams, 'get'>): JournalFilter {
  const hostId = params.get('host')
  const decision = LoopDecision.safeParse(params.get('decision')).data
  return { ...(hostId ? { hostId } : {}), ...(decision ? { decision } : {}) }
}
