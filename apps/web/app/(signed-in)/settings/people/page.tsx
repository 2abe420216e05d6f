import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { People } from '../../../../components/people/people.tsx'
import { SecondFactorPolicy } from '../../../../components/second-factors/policy.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage() {
  return (
    <HydrationBoundary
      state={await prefetch(answerOf('listPeople'), answerOf('getSecondFactorPolicy'))}
    >
      <Permitted needs="people:manage" doing="managing people">
        <div className="space-y-6">
          <People />
          <SecondFactorPolicy />
        </div>
      </Permitted>
    </HydrationBoundary>
  )
}
