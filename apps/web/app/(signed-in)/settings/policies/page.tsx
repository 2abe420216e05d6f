import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LoopCard } from '../../../../components/loop-stop/loop-card.tsx'
import { TagPolicies } from '../../../../components/policy/tag-policies.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Policies' }

export default async function PoliciesPage() {
  return (
    <HydrationBoundary state={await prefetch(answerOf('listTagPolicies'))}>
      <div className="space-y-6">
        <LoopCard />
        <TagPolicies />
      </div>
    </HydrationBoundary>
  )
}
