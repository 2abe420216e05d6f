import { HydrationBoundary } from '@tanstack/react-query'
import { Boxes, Plug } from 'lucide-react'
import type { Metadata } from 'next'
import { DISMISSED_COOKIE } from '../../components/fleet/first-run-cookie.ts'
import { Fleet } from '../../components/fleet/fleet.tsx'
import { openRecommendations } from '../../components/recommendations/recommendation-queries.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Permitted } from '../../components/ui/permitted.tsx'
import { recordingsOf } from '../../lib/host-queries.ts'
import { answerOf, cookieOfRequest, prefetch, read, type Wanted } from '../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Fleet' }

/** The first steps lead to one of them while nothing else was recorded. */
async function recordingsOfSample(): Promise<Wanted[]> {
  const fleet = await read(answerOf('getFleet'))
  const sample = fleet?.firstSteps.recorded ? null : fleet?.data.find(({ isSample }) => isSample)
  return sample ? [answerOf('listAnalyses', recordingsOf(sample.id))] : []
}

export default async function FleetPage() {
  const dismissed = (await cookieOfRequest(DISMISSED_COOKIE)) !== null
  return (
    <>
      <PageHeader
        title="Fleet"
        actions={
          <>
            <ButtonLink href="/pools" look="quiet">
              <Boxes aria-hidden /> Pools
            </ButtonLink>
            <Permitted needs="hosts:write">
              <ButtonLink href="/hosts/new">
                <Plug aria-hidden /> Connect a host
              </ButtonLink>
            </Permitted>
          </>
        }
      />
      <HydrationBoundary
        state={
          await prefetch(
            answerOf('getFleet'),
            answerOf('listRecommendations', openRecommendations),
            ...(dismissed ? [] : await recordingsOfSample()),
          )
        }
      >
        <Fleet dismissed={dismissed} />
      </HydrationBoundary>
    </>
  )
}
