import type { WatchSeries } from '@steelyard/contract'
import type { QueryClient } from '@tanstack/react-query'
import { loadContract } from '../api.ts'
import { addressOf } from '../operations.ts'
import { queryKeyOf } from '../query-keys.ts'
import { liveKeyOf, withWindow } from './live-series.ts'

/** A browser gives up a stream that was refused; it is asked for again after so long. */
const RETRY_MS = 10_000

/**
 * Follows a watched host by server-sent events: windows go into the live series, the state of the
 * watch into its place. An event that does not match the contract is ignored.
 *
 * @returns a function that closes the stream
 */
export function followLive(
  hostId: string,
  queryClient: QueryClient,
  onStreaming: (isStreaming: boolean) => void,
): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let source = open()

  function open() {
    const stream = new EventSource(addressOf('/hosts/:id/watch/events', { id: hostId }))
    stream.addEventListener('open', () => {
      onStreaming(true)
      // Whatever came while no stream was open is in the series only.
      void queryClient.invalidateQueries({ queryKey: liveKeyOf(hostId) })
    })
    stream.addEventListener('error', () => {
      onStreaming(false)
      if (stream.readyState !== EventSource.CLOSED) return
      retry = setTimeout(() => {
        source = open()
      }, RETRY_MS)
    })
    stream.addEventListener('window', ({ data }) => takeWindow(hostId, queryClient, data))
    stream.addEventListener('watch', ({ data }) => takeWatch(hostId, queryClient, data))
    return stream
  }

  return () => {
    clearTimeout(retry)
    source.close()
    onStreaming(false)
  }
}

async function takeWindow(hostId: string, queryClient: QueryClient, data: string): Promise<void> {
  const { WatchedWindow } = await loadContract()
  const parsed = WatchedWindow.safeParse(JSON.parse(data))
  const known = queryClient.getQueryData<WatchSeries>(liveKeyOf(hostId))
  if (!parsed.success || !known) return
  const next = withWindow(known, parsed.data)
  if (next) queryClient.setQueryData(liveKeyOf(hostId), next)
  else void queryClient.invalidateQueries({ queryKey: liveKeyOf(hostId) })
}

async function takeWatch(hostId: string, queryClient: QueryClient, data: string): Promise<void> {
  const { Watch } = await loadContract()
  const parsed = Watch.nullable().safeParse(JSON.parse(data))
  if (!parsed.success) return
  queryClient.setQueryData(queryKeyOf('getWatch', { params: { id: hostId } }), {
    watch: parsed.data,
  })
}
