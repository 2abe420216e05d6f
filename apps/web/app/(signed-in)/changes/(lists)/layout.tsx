import { HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { WaitingPlans } from '../../../../components/plan/approval/waiting-plans.tsx'
import { openRecommendations } from '../../../../components/recommendations/recommendation-queries.ts'
import { WaitingRecommendations } from '../../../../components/recommendations/waiting-recommendations.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { SectionLinks } from '../../../../components/ui/section-links.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

const sections = [
  { href: '/changes', label: 'Plans' },
  { href: '/changes/recommendations', label: 'Recommendations' },
  { href: '/changes/journal', label: 'Journal' },
]

/** What waits for the reader comes first, whichever list is open. */
export default async function ChangesLayout({ children }: { children: ReactNode }) {
  const state = await prefetch(
    answerOf('listRecommendations', openRecommendations),
    answerOf('getFleet'),
  )
  return (
    <>
      <PageHeader
        title="Changes"
        description="What was planned, recommended and decided. Each change is shown first, then applied and read back; if anything goes wrong, it is undone."
      />
      <HydrationBoundary state={state}>
        <div className="space-y-6 not-empty:mb-6">
          <WaitingRecommendations />
          <WaitingPlans />
        </div>
        <SectionLinks label="Changes" sections={sections} />
        {children}
      </HydrationBoundary>
    </>
  )
}
