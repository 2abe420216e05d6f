import { HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prefetch, type Wanted } from '../../../lib/server-api.ts'
import { shownRecording } from './shown-recording.ts'

/** Fetches on the server what a tab shows of the host's recording, so that nothing waits for it. */
export async function RecordingPrefetch({
  hostId,
  wanted,
  also = [],
  children,
}: {
  hostId: string
  wanted: (analysisId: string) => readonly Wanted[]
  /** What the tab shows whether there is a recording or not. */
  also?: readonly Wanted[]
  children: ReactNode
}) {
  const id = await shownRecording(hostId)
  const state = await prefetch(...also, ...(id ? wanted(id) : []))
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}
