'use client'

import { SearchX } from 'lucide-react'
import { RequestsOf } from '../../traced-requests/requests-of.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** The requests of the recording that the host's page shows. */
export function RequestsTab() {
  const traced = useHostFrame().recording?.uploads.find(({ isTraced }) => isTraced)
  if (traced) return <RequestsOf uploadId={traced.id} />
  return (
    <Card>
      <EmptyState icon={SearchX} title="This recording has no trace of requests">
        Record with xentrace to see where single requests spend their time.
      </EmptyState>
    </Card>
  )
}
