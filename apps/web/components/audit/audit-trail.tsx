'use client'

import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useApiPages } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { auditColumns } from './audit-columns.tsx'
import { type AuditFilter, AuditFilters } from './audit-filters.tsx'

export function AuditTrail() {
  const [filter, setFilter] = useState<AuditFilter>({})
  const events = useApiPages('listAuditEvents', { limit: 20, ...filter })
  const filtered = Boolean(filter.action || filter.targetKind)
  return (
    <Card aria-labelledby="trail">
      <h2 id="trail" className="sr-only">
        Entries
      </h2>
      <AuditFilters filter={filter} onChange={setFilter} />
      <PagedTable
        query={events}
        caption="Audit entries"
        columns={auditColumns}
        // The rows keep the trail's order: sorting only the pages loaded so far would mislead.
        sortable={false}
        loading="Loading the trail"
        lines={6}
        problem="The trail could not be loaded"
        more="Show older entries"
        empty={
          <EmptyState
            icon={ScrollText}
            title={filtered ? 'No entry matches' : 'Nothing has happened yet'}
            action={
              filtered ? <Button onClick={() => setFilter({})}>Show all entries</Button> : undefined
            }
          />
        }
      />
    </Card>
  )
}
