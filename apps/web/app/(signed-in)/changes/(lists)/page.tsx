import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ChangesList } from '../../../../components/plan/changes-list.tsx'
import { planFilter } from '../../../../components/plan/plan-filter.ts'
import { firstPageOf, prefetch, queryOfRequest } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Changes' }

export default async function Page() {
  const plans = firstPageOf('listPlans', planFilter(await queryOfRequest()))
  return (
    <HydrationBoundary state={await prefetch(plans)}>
      <ChangesList />
    </HydrationBoundary>
  )
}
