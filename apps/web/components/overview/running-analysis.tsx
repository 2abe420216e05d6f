'use client'

import { listHosts } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryKeyOf } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { JobProgress } from '../ui/job-progress.tsx'

/** Live progress inside a host's card; the card renews itself when the analysis is done. */
export function RunningAnalysis({ jobId }: { jobId: string }) {
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
