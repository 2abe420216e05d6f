'use client'

import { useQueryParams } from '../../lib/use-query-params.ts'
import { HostFilter } from '../journal/host-filter.tsx'
import { Card } from '../ui/card.tsx'
import { RecommendationList } from './recommendation-list.tsx'

/** The list with its filter, which stands in the address. */
export function RecommendationSection() {
  const [params, change] = useQueryParams()
  const hostId = params.get('host') ?? undefined
  return (
    <Card aria-label="Recommendations">
      <search className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 sm:px-6">
        <HostFilter hostId={hostId} onChange={(host) => change({ host })} />
      </search>
      <RecommendationList hostId={hostId} />
    </Card>
  )
}
