'use client'

import type { Job } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { followJob } from './follow-job.ts'
import { useApi } from './use-api.ts'

const POLL_EVERY_MS = 2_000

export function hasEnded(job: Job): boolean {
  return job.state === 'succeeded' || job.state === 'failed' || job.state === 'cancelled'
}

/**
 * Follows a job live: server-sent events, and polling whenever the stream is not open.
 * `onEnd` is called once when the job is seen to have ended.
 */
export function useJob(jobId: string | null | undefined, onEnd?: (job: Job) => void) {
  const queryClient = useQueryClient()
  const [streaming, setStreaming] = useState(false)
  const options = { params: { id: jobId ?? '' } }
  const query = useApi('getJob', options, {
    enabled: Boolean(jobId),
    refetchInterval: (job) => (streaming || (job && hasEnded(job)) ? false : POLL_EVERY_MS),
  })
  const job = query.data
  const ended = job ? hasEnded(job) : false

  useEffect(() => {
    if (jobId && !ended) return followJob(jobId, queryClient, setStreaming)
  }, [jobId, ended, queryClient])

  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!job || !hasEnded(job) || told.current === job.id) return
    told.current = job.id
    onEnd?.(job)
  }, [job, onEnd])

  return { job, error: query.error, isPending: query.isPending && Boolean(jobId) }
}
