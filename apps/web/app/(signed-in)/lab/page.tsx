import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LabPage } from '../../../components/lab/lab-page.tsx'
import { answerOf, prefetch } from '../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Scheduler lab' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ kind?: string | string[] }>
}) {
  const { kind: asked } = await searchParams
  const kind = asked === 'pinning' ? 'pinning' : 'boost'
  const state = await prefetch(
    answerOf('listAnalyses', { query: { limit: 100 } }),
    answerOf('listRuns', { query: { kind, limit: 50 } }),
  )
  return (
    <HydrationBoundary state={state}>
      <LabPage />
    </HydrationBoundary>
  )
}
