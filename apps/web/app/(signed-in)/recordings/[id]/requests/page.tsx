import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RequestsPage } from '../../../../../components/traced-requests/requests-page.tsx'
import { answerOf, prefetch } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Requests' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  // To read the trace takes seconds, so the first paint says that it is being read.
  return (
    <HydrationBoundary state={await prefetch(answerOf('getUpload', { params: { id } }))}>
      <RequestsPage id={id} />
    </HydrationBoundary>
  )
}
