import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RecommendationPage } from '../../../../components/recommendations/recommendation-page.tsx'
import { answerOf, firstPageOf, prefetch, read } from '../../../../lib/server-api.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const recommendation = await read(answerOf('getRecommendation', { params: await params }))
  return {
    title: recommendation ? `Recommendation for ${recommendation.hostName}` : 'Recommendation',
  }
}

export default async function Page({ params }: Props) {
  const { id } = await params
  const recommendation = answerOf('getRecommendation', { params: { id } })
  const hostId = (await read(recommendation))?.hostId
  const state = await prefetch(
    recommendation,
    firstPageOf('listJournal', { recommendationId: id }),
    ...(hostId ? [answerOf('getHost', { params: { id: hostId } })] : []),
  )
  return (
    <HydrationBoundary state={state}>
      <RecommendationPage id={id} />
    </HydrationBoundary>
  )
}
