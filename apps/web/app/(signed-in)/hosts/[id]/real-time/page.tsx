import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RealTimePage } from '../../../../../components/real-time/real-time-page.tsx'
import { answerOf, prefetch } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Real-time' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const runs = answerOf('listRuns', { query: { kind: 'real-time', limit: 50 } })
  return (
    <HydrationBoundary state={await prefetch(runs, answerOf('getCapsMonitor', { params: { id } }))}>
      <RealTimePage />
    </HydrationBoundary>
  )
}
