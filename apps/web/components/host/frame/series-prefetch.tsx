import { getAnalysisSeries } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { seriesOf } from '../../../lib/host-paths.ts'
import { answerOf, prefetch } from '../../../lib/server-api.ts'
import { shownRecording } from './shown-recording.ts'

/** Fetches on the server the series of the shown recording, so that its chart needs no wait. */
export async function SeriesPrefetch({
  hostId,
  children,
}: {
  hostId: string
  children: ReactNode
}) {
  const id = await shownRecording(hostId)
  const series = id ? [answerOf(getAnalysisSeries, seriesOf(id))] : []
  return <HydrationBoundary state={await prefetch(...series)}>{children}</HydrationBoundary>
}
