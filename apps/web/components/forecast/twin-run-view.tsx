'use client'

import type {
  DomainResult,
  FilledQuestion,
  Statistic,
  TwinRun,
  TwinRunResult,
} from '@steelyard/contract'
import { formatCounted, formatDuration } from '../../lib/format.ts'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useJob } from '../../lib/use-job.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { CdfSection } from './cdf-section.tsx'
import { changesSentence } from './change-words.ts'
import { questionSentence } from './question-words.ts'
import { TwinRunTable } from './twin-run-table.tsx'

/** One question to the twin: under way, stopped, failed, or answered. */
export function TwinRunView({
  run,
  now,
  domains,
  statistic,
  isAsked,
  onShow,
  onEnd,
}: {
  run: TwinRun
  now: FilledQuestion
  domains: readonly DomainResult[]
  statistic: Statistic
  /** Whether the sliders stand where this run was asked. */
  isAsked: boolean
  onShow: () => void
  onEnd: () => void
}) {
  const { job } = useJob(isUnderWay(run) ? run.jobId : null, onEnd)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-4 py-2.5 text-sm">
        <p className="min-w-0">
          <span className="text-ink-faint">Asked: </span>
          <span className="font-medium">{questionSentence(run.question, now)}</span>
        </p>
        {isAsked ? null : (
          <Button size="small" onClick={onShow}>
            Move the sliders there
          </Button>
        )}
      </div>
      {isUnderWay(run) ? (
        job ? (
          <JobProgress job={job} />
        ) : (
          <SkeletonLines label="Loading the progress" />
        )
      ) : null}
      {run.state === 'cancelled' ? <Alert title="The twin was stopped. Nothing was kept." /> : null}
      {run.state === 'failed' ? (
        <TroubleAlert title="The twin could not answer" trouble={run.trouble} />
      ) : null}
      {run.result ? <Answered result={run.result} domains={domains} statistic={statistic} /> : null}
    </div>
  )
}

function Answered({
  result,
  domains,
  statistic,
}: {
  result: TwinRunResult
  domains: readonly DomainResult[]
  statistic: Statistic
}) {
  return (
    <>
      <p className="font-medium">{changesSentence(result.changes)}</p>
      <div className="-mx-4 sm:-mx-6">
        <TwinRunTable result={result} domains={domains} statistic={statistic} />
      </div>
      <p className="text-sm text-ink-faint">
        {formatCounted(result.replications, 'replication')} of{' '}
        {formatDuration(result.simulatedSeconds)} with {result.arrivals} arrivals; in brackets 95 %
        confidence intervals. Changes are taken replication by replication, under the same arrivals.
        {result.notes.map((note) => ` ${note}`)}
      </p>
      <CdfSection result={result} />
    </>
  )
}
