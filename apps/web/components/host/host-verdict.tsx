import type { Host } from '@steelyard/contract'
import { Upload } from 'lucide-react'
import Link from 'next/link'
import { formatRelative } from '../../lib/format/dates.ts'
import { Permitted } from '../access/permitted.tsx'
import { AnalysisStateBadge } from '../analysis/analysis-state-badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'

/** States the newest verdict in one sentence, or how to get one. */
export function HostVerdict({ host }: { host: Host }) {
  const latest = host.latestAnalysis
  return (
    <Card aria-label="Verdict" className="flex flex-wrap items-center gap-x-8 gap-y-4 p-5 sm:p-7">
      <div className="min-w-0 flex-1 basis-72 space-y-3">
        <VerdictBadge verdict={host.verdict} large />
        <p className="text-lg leading-snug font-semibold sm:text-xl">
          {latest?.headline ??
            (latest
              ? 'The latest analysis has no result yet.'
              : 'This host has not been analysed yet.')}
        </p>
        {latest ? (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
            <Link
              className="text-accent underline underline-offset-4"
              href={`/analyses/${latest.id}`}
            >
              {latest.name}
            </Link>
            {formatRelative(latest.createdAt)}
            {latest.state === 'succeeded' ? null : <AnalysisStateBadge analysis={latest} />}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {latest?.state === 'succeeded' ? (
          <Button look="primary" asChild>
            <Link href={`/analyses/${latest.id}`}>Read the analysis</Link>
          </Button>
        ) : null}
        <Permitted needs="uploads:write">
          <Button look={latest ? 'secondary' : 'primary'} asChild>
            <Link href="/uploads/new">
              <Upload aria-hidden /> Upload traces
            </Link>
          </Button>
        </Permitted>
      </div>
    </Card>
  )
}
