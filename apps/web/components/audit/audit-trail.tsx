'use client'

import { listAuditEvents } from '@steelyard/contract'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { type AuditFilter, AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

export function AuditTrail() {
  const [filter, setFilter] = useState<AuditFilter>({})
  const events = useApiPages(listAuditEvents, { limit: 50, ...filter })
  const known = events.data?.pages.flatMap((page) => page.data) ?? []
  const filtered = Boolean(filter.action || filter.targetKind)
  return (
    <Card aria-labelledby="trail">
      <h2 id="trail" className="sr-only">
        Entries
      </h2>
      <AuditFilters filter={filter} onChange={setFilter} />
      {events.isPending ? (
        <div className="p-6">
          <SkeletonLines lines={6} label="Loading the trail" />
        </div>
      ) : null}
      {events.error ? (
        <div className="p-6">
          <ProblemAlert error={events.error} onRetry={() => events.refetch()} />
        </div>
      ) : null}
      {events.data && known.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={filtered ? 'No entry matches' : 'Nothing has happened yet'}
          action={
            filtered ? <Button onClick={() => setFilter({})}>Show all entries</Button> : undefined
          }
        />
      ) : null}
      {known.length > 0 ? <AuditTable events={known} /> : null}
      {events.hasNextPage ? (
        <div className="border-t border-line px-4 py-3 sm:px-6">
          <Button
            size="small"
            busy={events.isFetchingNextPage}
            onClick={() => events.fetchNextPage()}
          >
            Show older entries
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
