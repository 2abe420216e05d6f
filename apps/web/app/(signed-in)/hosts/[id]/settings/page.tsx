import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { SettingsTab } from '../../../../../components/host/settings/settings-tab.tsx'
import { answerOf, firstPageOf, prefetch } from '../../../../../lib/server-api.ts'
import { watchOf } from '../../../../../lib/watch/watch-queries.ts'

export const metadata: Metadata = { title: 'Settings of the host' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <HydrationBoundary
      state={
        await prefetch(
          answerOf('getWatch', watchOf(id)),
          answerOf('getHostPolicy', { params: { id } }),
          firstPageOf('listJournal', { hostId: id }),
        )
      }
    >
      <SettingsTab />
    </HydrationBoundary>
  )
}
