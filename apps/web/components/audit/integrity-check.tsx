'use client'

import type { AuditFault } from '@steelyard/contract'
import { formatCount, formatCounted } from '@steelyard/contract/format'
import { ShieldCheck } from 'lucide-react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

function textOf({ kind, sequence }: AuditFault): string {
  const entry = formatCount(sequence)
  const texts: Record<AuditFault['kind'], string> = {
    altered: `Entry ${entry} was altered. Compare it with a backup of the database; what follows it cannot be trusted.`,
    missing: `Entries before entry ${entry} are missing. Look for them in a backup of the database.`,
    cut: `Entries are missing after, or just before, entry ${entry}. Look for them in a backup of the database.`,
    'wrong-key':
      'The trail was written with another key than this installation has now. Set STEELYARD_AUDIT_KEY as it was before; if nobody has changed it, the whole trail was replaced.',
  }
  return texts[kind]
}

/** Recomputes the whole chain on demand only, because it reads every entry. */
export function IntegrityCheck() {
  const check = useApiMutation('checkAuditIntegrity')
  const report = check.data
  return (
    <Card>
      <CardHeader
        title="Integrity"
        description="Recomputes the chain of hashes and codes over the whole trail."
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
            <p>
              {formatCounted(report.events, 'entry', 'entries')}
              {report.since ? ` since ${formatDateTime(report.since)}` : ''}, none altered and none
              missing.
            </p>
            {report.removed > 0 ? (
              <p>
                {formatCounted(report.removed, 'older entry was', 'older entries were')} removed,
                because they were to be kept no longer.
              </p>
            ) : null}
            {report.sealed ? (
              <p>
                {formatCounted(report.sealed.events, 'entry is', 'entries are')} from before there
                was a key, and sealed since {formatDateTime(report.sealed.at)}. If Steelyard was not
                upgraded then, the whole trail was replaced.
              </p>
            ) : null}
          </Alert>
        ) : null}
        {report && !report.intact ? (
          <Alert tone="danger" title="The trail is not whole">
            <p>{report.firstFault ? textOf(report.firstFault) : null}</p>
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
