import type { Metadata } from 'next'
import { Permitted } from '../../../components/access/permitted.tsx'
import { AuditTrail } from '../../../components/audit/audit-trail.tsx'
import { IntegrityCheck } from '../../../components/audit/integrity-check.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Audit' }

export default function AuditPage() {
  return (
    <>
      <PageHeader
        title="Audit"
        description="Who did what, newest first. Every entry contains a hash of the one before it, so tampering with the trail is detected."
      />
      <Permitted needs="audit:read" doing="reading the audit trail">
        <div className="space-y-6">
          <IntegrityCheck />
          <AuditTrail />
        </div>
      </Permitted>
    </>
  )
}
