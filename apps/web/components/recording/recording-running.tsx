'use client'

import { getHost, getUpload, type Host, listUploads } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryKeyOf } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** Seconds left and bytes so far, and the way to stop it. */
export function RecordingRunning({ recording }: { recording: NonNullable<Host['recording']> }) {
  const queryClient = useQueryClient()
  const renew = useCallback(() => {
    for (const endpoint of [getHost, listUploads, getUpload]) {
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
    }
  }, [queryClient])
  const { job } = useJob(recording.jobId, renew)
  if (!job) return <SkeletonLines label="Waiting for progress" />
  return (
    <div className="space-y-3">
      <JobProgress job={job} />
      <p className="text-sm text-ink-faint">
        It goes on when this page is closed. Stopped before its end, it keeps nothing.
      </p>
    </div>
  )
}
