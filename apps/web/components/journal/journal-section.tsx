'use client'

import { useQueryParams } from '../../lib/use-query-params.ts'
import { Card } from '../ui/card.tsx'
import { DecisionFilter } from './decision-filter.tsx'
import { HostFilter } from './host-filter.tsx'
import { journalFilter } from './journal-filter.ts'
import { JournalList } from './journal-list.tsx'

/** The journal of all hosts; its filters stand in the address. */
export function JournalSection() {
  const [params, change] = useQueryParams()
  const filter = journalFilter(params)
  return (
    <Card aria-label="Journal">
      <search className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 sm:px-6">
        <HostFilter hostId={filter.hostId} onChange={(host) => change({ host })} />
        <DecisionFilter decision={filter.decision} onChange={(decision) => change({ decision })} />
      </search>
      <JournalList filter={filter} />
    </Card>
  )
}
