'use client'

import { type DomainResult, getAnalysis, type Host, listHosts } from '@steelyard/contract'
import { formatCounted, formatTargetMs, splitMs } from '@steelyard/contract/format'
import { useQueryClient } from '@tanstack/react-query'
import {
  Cable,
  CircleCheck,
  CircleX,
  Clock,
  FlaskConical,
  Layers,
  TriangleAlert,
} from 'lucide-react'
import Link from 'next/link'
import { useCallback } from 'react'
import { cx } from '../../lib/cx.ts'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { isGuest } from '../../lib/is-guest.ts'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { queryKeyOf } from '../../lib/query-keys.ts'
import { useApi } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Permitted } from '../access/permitted.tsx'
import { connectionWords } from '../host/connection/connection-badge.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Figure } from '../ui/figure.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { worstDomain } from './worst-domain.ts'

/** Shows the verdict and its main sentence first, then what they rest on. */
export function HostCard({ host }: { host: Host }) {
  const analysis = host.latestAnalysis
  const guests = host.domains.filter((domain) => !domain.gone && isGuest(domain))
  return (
    <Card className="grid gap-x-8 gap-y-4 p-4 sm:p-6 md:grid-cols-[1fr_auto]">
      <div className="min-w-0 space-y-2">
        <div className="flex flex-wrap items-center gap-2">
          <VerdictBadge verdict={host.verdict} large />
          {host.drifted ? (
            <Badge icon={TriangleAlert} tone="warn" className="whitespace-normal">
              Not as Steelyard left it
            </Badge>
          ) : null}
          {host.isSample ? (
            <Badge icon={FlaskConical} tone="neutral">
              Sample recording
            </Badge>
          ) : null}
        </div>
        <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
          <Link href={`/hosts/${host.id}`} className="underline-offset-4 hover:underline">
            {host.name}
          </Link>
        </h2>
        {analysis?.headline ? (
          <p className="max-w-prose">
            {analysis.headline}{' '}
            <Link
              href={`/analyses/${analysis.id}`}
              className="font-medium whitespace-nowrap text-accent underline underline-offset-4"
            >
              See the analysis
              <span className="sr-only"> of {host.name}</span>
            </Link>
          </p>
        ) : null}
        {isUnderWay(analysis) && analysis?.jobId ? (
          <RunningAnalysis jobId={analysis.jobId} />
        ) : null}
        {analysis?.state === 'failed' ? (
          <p>
            The last analysis failed.{' '}
            <Link
              href={`/analyses/${analysis.id}`}
              className="font-medium text-accent underline underline-offset-4"
            >
              See why
            </Link>
          </p>
        ) : null}
        {analysis ? null : (
          <p className="text-ink-soft">
            Not analysed yet.{' '}
            <Permitted needs="uploads:write">
              <Link
                href="/recordings/new"
                className="font-medium text-accent underline underline-offset-4"
              >
                Upload its traces
              </Link>
            </Permitted>
          </p>
        )}
        <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-1 text-sm text-ink-soft [&_svg]:mr-1.5 [&_svg]:inline [&_svg]:size-4 [&_svg]:text-ink-faint">
          {analysis?.finishedAt ? (
            <li title={formatDateTime(analysis.finishedAt)}>
              <Clock aria-hidden />
              Analysed {formatRelative(analysis.finishedAt)}
            </li>
          ) : null}
          <li>
            <Layers aria-hidden />
            {formatCounted(guests.length, 'domain')}
          </li>
          <li>
            <Cable aria-hidden />
            {connectionWords[host.connection.state]}
          </li>
        </ul>
      </div>
      {analysis?.state === 'succeeded' ? <WorstDomain analysisId={analysis.id} /> : null}
    </Card>
  )
}

/** Live progress inside a host's card, which refreshes when the analysis is done. */
function RunningAnalysis({ jobId }: { jobId: string }) {
  const queryClient = useQueryClient()
  const renewHosts = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(listHosts) })
  }, [queryClient])
  const { job } = useJob(jobId, renewHosts)
  if (!job) return null
  return (
    <div className="max-w-xl pt-1">
      <p className="mb-2 text-sm text-ink-soft">Being analysed right now:</p>
      <JobProgress job={job} canCancel={false} />
    </div>
  )
}

/** The domain to look at first, with its peak response time and its target. */
function WorstDomain({ analysisId }: { analysisId: string }) {
  const analysis = useApi(getAnalysis, { params: { id: analysisId } })
  if (analysis.isPending) return <Skeleton className="h-20 w-40" />
  const worst = analysis.data?.result ? worstDomain(analysis.data.result) : null
  if (!worst) return null
  const { value, unit } = splitMs(worst.observedMs ?? worst.measured?.meanMs)
  return (
    <dl className="min-w-44 border-line md:border-l md:pl-6">
      <Figure
        label={
          <>
            Worst domain: <span className="font-medium text-ink">{worst.domain}</span>
          </>
        }
        value={value}
        unit={`${unit} ${worst.observedMs === null ? 'on average' : 'at peak'}`}
        note={<AgainstTarget domain={worst} />}
      />
    </dl>
  )
}

/** Without a peak, nothing was compared with the target. */
function AgainstTarget({ domain: { target, meetsTarget } }: { domain: DomainResult }) {
  const targetMs = target?.responseTimeMs
  if (!targetMs) return 'no target set'
  if (meetsTarget === null) return `not compared with its target of ${formatTargetMs(targetMs)}`
  const Icon = meetsTarget ? CircleCheck : CircleX
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon className={cx('size-4', meetsTarget ? 'text-ok' : 'text-danger')} aria-hidden />
      {meetsTarget ? 'within' : 'misses'} its target of {formatTargetMs(targetMs)}
    </span>
  )
}
