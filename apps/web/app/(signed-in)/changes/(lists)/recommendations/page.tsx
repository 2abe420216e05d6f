import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { RecommendationSection } from '../../../../../components/recommendations/recommendation-section.tsx'
import { firstPageOf, prefetch, queryOfRequest } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Recommendations' }

export default async function Page() {
  const hostId = (await queryOfRequest()).get('host')
  const recommendations = firstPageOf('listRecommendations', hostId ? { hostId } : {})
  return (
    <HydrationBoundary state={await prefetch(recommendations)}>
      <RecommendationSection />
    </HydrationBoundary>
  )
}
