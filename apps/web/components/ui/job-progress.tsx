'use client'

import type { Job, JobProgress as Progressed } from '@steelyard/contract'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatWholePercent,
} from '@steelyard/contract/format'
import { useApiMutation } from '../../lib/use-api.ts'
import { hasEnded } from '../../lib/use-job.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from './button.tsx'
import { Permitted } from './permitted.tsx'
import { ProblemAlert } from './problem-alert.tsx'
import { Progress } from './progress.tsx'

function amount(progress: Progressed): string | null {
  if (progress.done === null || progress.unit === null) return null
  const { done, total } = progress
  const unit = progress.unit === 'domains' ? 'guests' : progress.unit
  if (unit === 'bytes') {
    return total ? `${formatBytes(done)} of ${formatBytes(total)}` : formatBytes(done)
  }
  if (unit === 'seconds') {
    return total
      ? `${formatDuration(Math.max(0, total - done))} left of ${formatDuration(total)}`
      : formatDuration(done)
  }
  return total
    ? `${formatCount(done)} of ${formatCount(total)} ${unit}`
    : `${formatCount(done)} ${unit}`
}

function shareDone(progress: Progressed | null): string | null {
  if (!progress?.total || progress.done === null) return null
  return formatWholePercent(Math.min(1, progress.done / progress.total))
}

function secondsSince(timestamp: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(timestamp)) / 1000))
}

/**
 * The live state of a long job: stage, bar, amounts, detail, elapsed time, and a button to stop it.
 */
export function JobProgress({ job }: { job: Job }) {
  const cancel = useApiMutation('cancelJob', { invalidates: ['getJob'] })
  const now = useNow(hasEnded(job) ? null : 1_000)
  const { progress } = job
  const stage = job.cancelRequested
    ? 'Stopping'
    : (progress?.stage ?? (job.state === 'queued' ? 'Waiting for a worker' : 'Starting'))
  const details = [
    progress ? amount(progress) : null,
    progress?.message,
    // Progress in seconds already shows the elapsed time.
    job.startedAt && progress?.unit !== 'seconds'
      ? `${formatDuration(secondsSince(job.startedAt, now))} so far`
      : null,
    job.attempts > 1 ? `attempt ${job.attempts}` : null,
  ].filter(Boolean)

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium" role="status">
          {stage}
        </p>
        <span className="text-sm text-ink-soft tabular">{shareDone(progress)}</span>
      </div>
      <Progress label={stage} done={progress?.done ?? null} total={progress?.total ?? null} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft tabular">{details.join(' · ')}</p>
        {hasEnded(job) ? null : (
          <Permitted needs="jobs:cancel">
            <Button
              size="small"
              busy={cancel.isPending}
              disabled={job.cancelRequested}
              onClick={() => cancel.mutate({ params: { id: job.id } })}
            >
              Cancel
            </Button>
          </Permitted>
        )}
      </div>
      <ProblemAlert error={cancel.error} />
    </div>
  )
}
