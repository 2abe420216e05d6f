'use client'

import type { HistoryRecording } from '@steelyard/contract'
import { ArrowLeftRight, X } from 'lucide-react'
import Link from 'next/link'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Pending } from '../ui/pending.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { ComparisonTable } from './comparison-table.tsx'

/** Two recordings side by side, as the address names them: `?compare=OLDER,NEWER`. */
export function ComparisonCard({ hostId }: { hostId: string }) {
  const [params, change] = useQueryParams()
  const [before, after] = (params.get('compare') ?? '').split(',')
  if (!before || !after) return null
  return (
    <Card aria-labelledby="comparison">
      <CardHeader
        id="comparison"
        title="Two recordings compared"
        action={
          <>
            <Button size="small" onClick={() => change({ compare: `${after},${before}` })}>
              <ArrowLeftRight aria-hidden /> Swap
            </Button>
            <Button
              size="small"
              look="quiet"
              aria-label="Close the comparison"
              onClick={() => change({ compare: undefined })}
            >
              <X aria-hidden />
            </Button>
          </>
        }
      />
      <Comparison hostId={hostId} before={before} after={after} />
    </Card>
  )
}

function Comparison({ hostId, ...query }: { hostId: string; before: string; after: string }) {
  const { data, error, refetch } = useApi('compareRecordings', { params: { id: hostId }, query })
  if (!data) {
    return (
      <CardBody>
        <Pending query={{ error, refetch }} lines={5} label="Comparing the recordings" />
      </CardBody>
    )
  }
  return (
    <>
      <CardBody className="space-y-4">
        <p className="max-w-prose font-medium">{data.statement}</p>
        <dl className="grid gap-4 sm:grid-cols-2">
          <Side title="Before" recording={data.before} />
          <Side title="After" recording={data.after} />
        </dl>
      </CardBody>
      <div className="pb-2">
        <ComparisonTable comparison={data} />
      </div>
    </>
  )
}

function Side({ title, recording }: { title: string; recording: HistoryRecording }) {
  return (
    <div className="rounded-lg border border-line px-4 py-3">
      <dt className="text-sm text-ink-faint">{title}</dt>
      <dd className="mt-1 space-y-1">
        <Link
          className="font-medium text-accent underline-offset-4 hover:underline"
          href={hostPath(recording.hostId, '', recording.id)}
        >
          {recording.name}
        </Link>
        <span className="block text-sm text-ink-soft">
          {formatDateTime(recording.recordedFrom)} to {formatDateTime(recording.recordedTo)}
        </span>
        <VerdictBadge verdict={recording.verdict} />
      </dd>
    </div>
  )
}
