import { listPeople } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Permitted } from '../../../../components/access/permitted.tsx'
import { People } from '../../../../components/people/people.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage() {
  return (
    <HydrationBoundary state={await prefetch(answerOf(listPeople))}>
      <Permitted needs="people:manage" doing="managing people">
        <People />
      </Permitted>
    </HydrationBoundary>
  )
}
