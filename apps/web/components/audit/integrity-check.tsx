'use client'

import { checkAuditIntegrity } from '@steelyard/contract'
import { formatCount, formatCounted } from '@steelyard/contract/format'
import { ShieldCheck } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Recomputes the whole chain on demand only, because it reads every entry. */
export function IntegrityCheck() {
  const check = useApiMutation(checkAuditIntegrity)
  const report = check.data
  return (
    <Card>
      <CardHeader
        title="Integrity"
        description="Recomputes the chain of hashes over the whole trail."
        action={
          <Button size="small" busy={check.isPending} onClick={() => check.mutate({})}>
            <ShieldCheck aria-hidden /> Check the trail
          </Button>
        }
      />
      <CardBody className={report || check.error ? 'space-y-3' : 'pt-0 pb-1'}>
        <ProblemAlert error={check.error} />
        {report?.intact ? (
          <Alert tone="ok" title="The trail is intact">
            <p>{formatCounted(report.events, 'entry', 'entries')} checked.</p>
          </Alert>
        ) : null}
        {report && !report.intact ? (
          <Alert tone="danger" title="The trail was tampered with">
            <p>
              Entry {formatCount(report.firstFault?.sequence)} is {report.firstFault?.kind}; what
              follows it cannot be trusted. Compare with a backup of the database.
            </p>
          </Alert>
        ) : null}
        {report?.newestHash ? (
          <div className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
            <p className="min-w-0 flex-1 basis-64">
              Newest hash: <code className="break-all text-ink">{report.newestHash}</code>. Store it
              elsewhere: it can later prove that the trail is unchanged.
            </p>
            <CopyButton text={report.newestHash} label="the newest hash" />
          </div>
        ) : null}
      </CardBody>
    </Card>
  )
}
