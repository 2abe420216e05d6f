import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AuditTrail } from '../../../../components/audit/audit-trail.tsx'
import { CopiesElsewhere } from '../../../../components/audit/copies-elsewhere.tsx'
import { IntegrityCheck } from '../../../../components/audit/integrity-check.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'
import { firstPageOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage() {
  return (
    <HydrationBoundary state={await prefetch(firstPageOf('listAuditEvents', { limit: 20 }))}>
      <Permitted needs="audit:read" doing="reading the audit trail">
        <h2 className="text-lg font-semibold">Audit</h2>
        <p className="mb-5 max-w-prose text-ink-soft">
          Who did what, newest first. Every entry holds a hash of the one before it and a code that
          only Steelyard can make. So tampering is detected.
        </p>
        <div className="space-y-6">
          <IntegrityCheck />
          <CopiesElsewhere />
          <AuditTrail />
        </div>
      </Permitted>
    </HydrationBoundary>
  )
}
