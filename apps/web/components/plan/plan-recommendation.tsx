'use client'

import type { Plan } from '@steelyard/contract'
import Link from 'next/link'
import { useApi } from '../../lib/use-api.ts'

/** On the page of a plan that the loop made: the way back to why. */
export function PlanRecommendation({ plan: { id } }: { plan: Plan }) {
  const { data } = useApi('listRecommendations', { query: { planId: id, limit: 1 } })
  const recommendation = data?.data[0]
  if (!recommendation) return null
  return (
    <>
      {' · '}
      <Link
        className="text-accent underline underline-offset-4"
        href={`/recommendations/${recommendation.id}`}
      >
        Recommended by the loop
      </Link>
    </>
  )
}
