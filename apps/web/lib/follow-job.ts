import { getJob, Job, urlOf, watchJob } from '@steelyard/contract'
import type { QueryClient } from '@tanstack/react-query'
import { API_BASE } from './api.ts'
import { queryKeyOf } from './query-keys.ts'

/**
 * Follows a job by server-sent events: each event replaces the cached job. An event that does not
 * match the contract is ignored.
 *
 * @returns a function that closes the stream
 */
export function followJob(
  jobId: string,
  queryClient: QueryClient,
  onStreaming: (isStreaming: boolean) => void,
): () => void {
  const source = new EventSource(urlOf(API_BASE, watchJob.path, { id: jobId }))
  source.addEventListener('open', () => onStreaming(true))
  source.addEventListener('error', () => onStreaming(false))
  source.addEventListener('job', (event) => {
    const parsed = Job.safeParse(JSON.parse(event.data))
    if (!parsed.success) return
    queryClient.setQueryData(queryKeyOf(getJob, { params: { id: jobId } }), parsed.data)
  })
  return () => {
    source.close()
    onStreaming(false)
  }
}
