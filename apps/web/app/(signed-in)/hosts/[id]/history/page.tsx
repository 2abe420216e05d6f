import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { HistoryTab } from '../../../../../components/host/history/history-tab.tsx'
import { answerOf, firstPageOf, prefetch } from '../../../../../lib/server-api.ts'
import { wantedHistory } from '../../../../../lib/watch/wanted-history.ts'

export const metadata: Metadata = { title: 'History' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const state = await prefetch(
    ...(await wantedHistory(id)),
    answerOf('getHostHistory', { params: { id } }),
    firstPageOf('listAnalyses', { hostId: id }),
  )
  return (
    <HydrationBoundary state={state}>
      <HistoryTab />
    </HydrationBoundary>
  )
}
