'use client'

import type { LoopDecision } from '@steelyard/contract'
import { NotebookText } from 'lucide-react'
import { useApiPages } from '../../lib/use-api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { JournalLine } from './journal-line.tsx'

export interface JournalFilter {
  hostId?: string
  recommendationId?: string
  decision?: LoopDecision
}

const REFRESH_MS = 15_000

/** What the loop decided and why, newest first. */
export function JournalList({ filter }: { filter: JournalFilter }) {
  const query = useApiPages('listJournal', filter, { refetchInterval: REFRESH_MS })
  return (
    <PagedList
      query={query}
      loading="Loading the journal"
      problem="The journal could not be loaded"
      more="Show older decisions"
    >
      {(entries) =>
        entries.length === 0 ? (
          <Empty isFiltered={filter.decision !== undefined} />
        ) : (
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <JournalLine key={entry.id} entry={entry} of={filter} />
            ))}
          </ul>
        )
      }
    </PagedList>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState icon={NotebookText} title="No such decision" />
  return (
    <EmptyState icon={NotebookText} title="Nothing was decided yet">
      Watch a host and give it a policy. Then every decision stands here with its reason, also one
      to do nothing.
    </EmptyState>
  )
}
