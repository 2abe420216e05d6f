import type { QueryClient } from '@tanstack/react-query'
import { loadContract } from './api.ts'
import { addressOf } from './operations.ts'
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
  const source = new EventSource(addressOf('/jobs/:id/events', { id: jobId }))
  source.addEventListener('open', () => onStreaming(true))
  source.addEventListener('error', () => onStreaming(false))
  source.addEventListener('job', async (event) => {
    const { Job } = await loadContract()
    const parsed = Job.safeParse(JSON.parse(event.data))
    if (!parsed.success) return
    queryClient.setQueryData(queryKeyOf('getJob', { params: { id: jobId } }), parsed.data)
  })
  return () => {
    source.close()
    onStreaming(false)
  }
}
