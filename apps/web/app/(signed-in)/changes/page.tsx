import { listPlans } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ChangesList } from '../../../components/plan/changes-list.tsx'
import { planFilter } from '../../../components/plan/plan-filter.ts'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { firstPageOf, prefetch, queryOfRequest } from '../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Changes' }

export default async function Page() {
  const plans = firstPageOf(listPlans, planFilter(await queryOfRequest()))
  return (
    <>
      <PageHeader
        title="Changes"
        description="Plans of weights, caps and pins: shown first, then applied, read back, and undone if anything goes wrong."
      />
      <HydrationBoundary state={await prefetch(plans)}>
        <ChangesList />
      </HydrationBoundary>
    </>
  )
}
